//! Prints the types of all messages in TypeScript: the content of web/protocol.d.ts.

fn main() {
    print!("{}", agon_service::protocol::typescript());
}
