//! What is refused, and how: turns by rule and square, positions by field, and the order of the codes.

mod order;
mod positions;
mod turns;

use crate::support::Answer;

/// What a refusal says to people.
fn msg(answer: &Answer) -> String {
    let (_, quoted) = answer.status.split_once(" msg=\"").expect("words");
    let text = quoted.strip_suffix('"').expect("a closing quote");
    text.replace("\\\"", "\"").replace("\\\\", "\\")
}

/// That a refusal says each of the words.
fn mentions(answer: &Answer, words: &[&str]) {
    let said = msg(answer);
    for word in words {
        assert!(said.contains(word), "\"{word}\" is not in: {said}");
    }
}
