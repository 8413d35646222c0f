//! What `cargo publish` would send: everything that the crate needs, and nothing of the repository.
#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::process::Command;

#[test]
fn the_package_is_whole() {
    let output = Command::new(env!("CARGO"))
        .args(["package", "--list", "--allow-dirty", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let list = String::from_utf8(output.stdout).unwrap();
    let files: Vec<_> = list.lines().map(|line| line.replace('\\', "/")).collect();
    for needed in [
        "README.md",
        "LICENSE-MIT",
        "LICENSE-APACHE",
        "src/lib.rs",
        "src/tutorial.md",
        "examples/legal_moves.rs",
    ] {
        assert!(
            files.iter().any(|file| file == needed),
            "{needed} is missing: {list}"
        );
    }
    let stray = files.iter().find(|file| file.starts_with("tests/"));
    assert_eq!(stray, None, "tests read the repository's data");
}
