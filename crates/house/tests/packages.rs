//! Who may import whom, and under which licence. The table is the one in ARCHITECTURE.md.

use std::collections::BTreeSet;

use tabiya_house::{Package, Workspace};

const PERMISSIVE: &str = "MIT OR Apache-2.0";
const AGPL: &str = "AGPL-3.0-or-later";

/// A package of ours: its licence, and which of ours it may name as a dependency.
struct Rule {
    name: &'static str,
    license: &'static str,
    may_import: &'static [&'static str],
}

const RULES: [Rule; 9] = [
    Rule {
        name: "tabiya-rules",
        license: PERMISSIVE,
        may_import: &[],
    },
    Rule {
        name: "tabiya-arbiter",
        license: PERMISSIVE,
        may_import: &["tabiya-rules"],
    },
    Rule {
        name: "tabiya-engine",
        license: PERMISSIVE,
        may_import: &["tabiya-rules"],
    },
    Rule {
        name: "tabiya-wasm",
        license: PERMISSIVE,
        may_import: &["tabiya-rules", "tabiya-arbiter", "tabiya-engine"],
    },
    Rule {
        name: "tabiya-server",
        license: AGPL,
        may_import: &["tabiya-rules", "tabiya-arbiter"],
    },
    Rule {
        name: "tabiya",
        license: AGPL,
        may_import: &[
            "tabiya-rules",
            "tabiya-arbiter",
            "tabiya-engine",
            "tabiya-server",
            "tabiya-wasm",
        ],
    },
    // Compares our rules with those of GPL libraries, so it is GPL and nobody may use it.
    Rule {
        name: "tabiya-oracle",
        license: "GPL-3.0-or-later",
        may_import: &["tabiya-rules"],
    },
    // The same with the speed of ours and of theirs.
    Rule {
        name: "tabiya-bench",
        license: "GPL-3.0-or-later",
        may_import: &["tabiya-rules"],
    },
    Rule {
        name: "tabiya-house",
        license: PERMISSIVE,
        may_import: &[],
    },
];

fn rule_for(package: &Package) -> &'static Rule {
    RULES
        .iter()
        .find(|rule| rule.name == package.name)
        .unwrap_or_else(|| panic!("{} is not in the table of this test", package.name))
}

/// Whether the only way to use a package is by a licence of the GPL family.
fn is_copyleft(license: &str) -> bool {
    license
        .replace(['(', ')'], " ")
        .replace('/', " OR ")
        .split(" AND ")
        .any(|part| {
            !part.trim().is_empty() && part.split(" OR ").all(|choice| choice.contains("GPL"))
        })
}

#[test]
fn our_packages_import_only_whom_they_may() {
    let workspace = Workspace::read().unwrap();
    for package in workspace.ours() {
        let allowed = BTreeSet::from_iter(rule_for(package).may_import.iter().copied());
        let imports = workspace.imports_of_ours(package);
        let wrong: Vec<_> = imports.difference(&allowed).collect();
        assert!(
            wrong.is_empty(),
            "{} must not import {wrong:?}",
            package.name
        );
    }
}

#[test]
fn our_packages_have_the_licences_they_should() {
    for package in Workspace::read().unwrap().ours() {
        assert_eq!(
            package.license,
            rule_for(package).license,
            "the licence of {}",
            package.name
        );
    }
}

#[test]
fn no_gpl_code_reaches_a_permissive_package_or_its_tests() {
    let workspace = Workspace::read().unwrap();
    for package in workspace
        .ours()
        .filter(|package| package.license == PERMISSIVE)
    {
        for reached in workspace.reachable(package) {
            assert!(
                !is_copyleft(&reached.license),
                "{} reaches {}, which is {}",
                package.name,
                reached.name,
                reached.license
            );
        }
    }
}

#[test]
fn everything_we_reach_says_its_licence() {
    let workspace = Workspace::read().unwrap();
    for package in workspace.ours() {
        for reached in workspace.reachable(package) {
            assert!(
                !reached.license.is_empty(),
                "{} has no licence",
                reached.name
            );
        }
    }
}

#[test]
fn the_oracle_and_the_bench_are_never_published_and_gpl_libraries_stay_in_them() {
    let workspace = Workspace::read().unwrap();
    for package in workspace.ours() {
        let reached = workspace.reachable(package);
        let uses_shakmaty = reached.iter().any(|reached| reached.name == "shakmaty");
        if ["tabiya-oracle", "tabiya-bench"].contains(&package.name.as_str()) {
            assert!(!package.published, "{} must not be published", package.name);
        } else {
            assert!(!uses_shakmaty, "{} reaches shakmaty", package.name);
        }
    }
}

#[test]
fn licence_expressions_are_read_as_written() {
    assert!(is_copyleft("GPL-3.0-or-later"));
    assert!(is_copyleft("AGPL-3.0-or-later OR GPL-2.0"));
    assert!(is_copyleft("MIT AND LGPL-3.0"));
    assert!(!is_copyleft("MIT OR GPL-3.0-or-later"));
    assert!(!is_copyleft("(MIT OR LGPL-2.1) AND Unicode-3.0"));
    assert!(!is_copyleft("MIT/Apache-2.0"));
}
