//! Makes sure that the folder of the built web application exists, so that the crate also compiles
//! before the application was built, and is compiled again when the folder changes.

use std::path::Path;

const WEB_BUILD: &str = "../../web/build";

fn main() {
    if !Path::new(WEB_BUILD).exists() {
        // A checkout without write access still compiles: the folder may be absent.
        let _ = std::fs::create_dir_all(WEB_BUILD);
    }
    println!("cargo:rerun-if-changed={WEB_BUILD}");
    println!("cargo:rerun-if-changed=build.rs");
}
