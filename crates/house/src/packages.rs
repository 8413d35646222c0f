//! What `cargo metadata` says about our packages and everything they reach.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::files::root;

/// A package of ours or of others.
#[derive(Debug, Clone)]
pub struct Package {
    /// Its name, as in `Cargo.toml`.
    pub name: String,
    /// Its licence expression; empty when it has none.
    pub license: String,
    /// Whether `cargo publish` may publish it.
    pub published: bool,
    id: String,
}

/// All packages of the workspace and what they depend on.
#[derive(Debug)]
pub struct Workspace {
    packages: BTreeMap<String, Package>,
    members: BTreeSet<String>,
    /// Package id → ids that it is built with, and ids that only its tests are built with.
    edges: BTreeMap<String, (BTreeSet<String>, BTreeSet<String>)>,
}

impl Workspace {
    /// Asks cargo, with every feature of our own packages switched on.
    ///
    /// # Errors
    /// When cargo fails, or answers what it has never answered so far.
    pub fn read() -> Result<Self> {
        let output = Command::new(env!("CARGO"))
            .args([
                "metadata",
                "--format-version",
                "1",
                "--all-features",
                "--locked",
            ])
            .current_dir(root())
            .output()?;
        ensure!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        Self::from_metadata(&serde_json::from_slice(&output.stdout)?)
            .context("cargo metadata has a shape that this test does not know")
    }

    fn from_metadata(metadata: &Value) -> Option<Self> {
        let mut packages = BTreeMap::new();
        for package in metadata.get("packages")?.as_array()? {
            let id = text(package, "id")?;
            let license = text(package, "license").unwrap_or_default();
            // `"publish": []` is how cargo spells `publish = false`.
            let published = package
                .get("publish")?
                .as_array()
                .is_none_or(|to| !to.is_empty());
            let name = text(package, "name")?;
            packages.insert(
                id.clone(),
                Package {
                    name,
                    license,
                    published,
                    id,
                },
            );
        }
        let members = metadata.get("workspace_members")?.as_array()?;
        let members = members
            .iter()
            .filter_map(|id| id.as_str().map(str::to_owned))
            .collect();
        let mut edges = BTreeMap::new();
        for node in metadata.get("resolve")?.get("nodes")?.as_array()? {
            let (mut built, mut tested) = (BTreeSet::new(), BTreeSet::new());
            for dependency in node.get("deps")?.as_array()? {
                let id = text(dependency, "pkg")?;
                for kind in dependency.get("dep_kinds")?.as_array()? {
                    let only_tests = kind.get("kind")?.as_str() == Some("dev");
                    if only_tests { &mut tested } else { &mut built }.insert(id.clone());
                }
            }
            edges.insert(text(node, "id")?, (built, tested));
        }
        Some(Self {
            packages,
            members,
            edges,
        })
    }

    /// Our own packages.
    pub fn ours(&self) -> impl Iterator<Item = &Package> {
        self.members.iter().filter_map(|id| self.packages.get(id))
    }

    /// Which of our own packages `package` names among its dependencies, its tests' included.
    #[must_use]
    pub fn imports_of_ours(&self, package: &Package) -> BTreeSet<&str> {
        let Some((built, tested)) = self.edges.get(&package.id) else {
            return BTreeSet::new();
        };
        let ours = built.union(tested).filter(|id| self.members.contains(*id));
        ours.filter_map(|id| self.packages.get(id))
            .map(|p| p.name.as_str())
            .collect()
    }

    /// Everything that building `package` and its tests compiles, itself included.
    #[must_use]
    pub fn reachable(&self, package: &Package) -> Vec<&Package> {
        let mut seen = BTreeSet::from([package.id.as_str()]);
        let mut waiting = vec![package.id.as_str()];
        while let Some(id) = waiting.pop() {
            let Some((built, tested)) = self.edges.get(id) else {
                continue;
            };
            // The tests of a dependency are not compiled, so only our own count.
            let tested = tested.iter().filter(|_| id == package.id);
            for next in built.iter().chain(tested) {
                if seen.insert(next) {
                    waiting.push(next);
                }
            }
        }
        seen.into_iter()
            .filter_map(|id| self.packages.get(id))
            .collect()
    }
}

fn text(value: &Value, field: &str) -> Option<String> {
    value.get(field)?.as_str().map(str::to_owned)
}
