//! The page's type definitions are those of the program.

#[test]
fn the_type_definitions_of_the_page_are_those_of_the_program() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/protocol.d.ts");
    let written = std::fs::read_to_string(file).unwrap();
    let is_same = written == agon_service::protocol::typescript();
    assert!(is_same, "renew it: cargo xtask protocol");
}
