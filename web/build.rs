//! Chooses the page that is embedded: the modules of this folder, or those of a release, which
//! `cargo xtask dist` has bundled.

fn main() {
    println!("cargo::rerun-if-env-changed=AGON_BUNDLED_PAGE");
    println!("cargo::rustc-check-cfg=cfg(bundled_page)");
    if std::env::var_os("AGON_BUNDLED_PAGE").is_some() {
        println!("cargo::rustc-cfg=bundled_page");
    }
}
