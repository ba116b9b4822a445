//! The smallest program that a Rust daemon can be compared with: it starts, answers once and waits for its end.

fn main() {
    println!("hello");
    let _ = std::io::read_to_string(std::io::stdin());
}
