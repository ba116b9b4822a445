//! What a line is, case by case: endings, the byte order mark, lengths, encodings, ids, and the two forms.

use super::pieces::Pieces;
use super::reading::Line;
use super::served;
use querni::server::Conduct;
use serde_json::Value;

const BOM: &str = "\u{feff}";

/// The lines that are answered to some input.
fn answers(input: &[u8]) -> Vec<String> {
    let (output, _) = served(Pieces::random(input, 1), 0, Conduct::default());
    let text = String::from_utf8(output).expect("ASCII");
    assert!(text.is_empty() || text.ends_with('\n'), "the last line has no LF: {text}");
    text.lines().map(str::to_owned).collect()
}

/// The answers without the words for people.
fn brief(input: &[u8]) -> Vec<String> {
    let cut = |line: String| line.split(" msg=").next().unwrap_or_default().to_owned();
    answers(input).into_iter().map(cut).collect()
}

/// `ping x...` of this many bytes, with an ending.
fn line_of(bytes: usize, ending: &str) -> Vec<u8> {
    ["# ", &"x".repeat(bytes - 2), ending].concat().into_bytes()
}

#[test]
fn forgiven_are_one_cr_tabs_and_spaces_and_blank_lines_and_comments_get_no_reply() {
    for (input, expected) in [
        ("ping a\r\nping b\n", vec!["= pong=a", "= pong=b"]),
        ("\tping\t \ta \t\n", vec!["= pong=a"]),
        ("  @7 \t ping  a  \r\n", vec!["=@7 pong=a"]),
        ("\n\n\r\n \n\t\r\n", vec![]),
        ("# a\n  # b\r\n#\n\t#ping\n", vec![]),
        ("", vec![]),
        ("ping #a\n", vec!["= pong=#a"]),
        ("ping a\r\r\n", vec!["? bad-encoding"]),
        ("\rping a\n", vec!["? bad-encoding"]),
        ("ping a\rping b\n", vec!["? bad-encoding"]),
    ] {
        assert_eq!(brief(input.as_bytes()), expected, "{input:?}");
    }
}

#[test]
fn a_byte_order_mark_is_forgiven_on_the_first_line_alone() {
    for (input, expected) in [
        (format!("{BOM}ping a\nping b\n"), vec!["= pong=a", "= pong=b"]),
        (format!("{BOM}\r\n"), vec![]),
        (BOM.to_owned(), vec![]),
        (format!("{BOM}# a\nping b"), vec!["= pong=b"]),
        (format!("{BOM}{{\"cmd\":\"ping\"}}\n"), vec!["="]),
        (format!("\n{BOM}ping a\n"), vec!["? unknown-command"]),
        (format!("{BOM}{BOM}ping a\n"), vec!["? unknown-command"]),
        (format!("ping a\n{BOM}# b\n"), vec!["= pong=a", "? unknown-command"]),
    ] {
        assert_eq!(brief(input.as_bytes()), expected, "{input:?}");
    }
}

#[test]
fn a_line_may_have_65536_bytes_its_ending_not_counted() {
    for (bytes, ending, expected) in [
        (65_535, "\n", None),
        (65_536, "\n", None),
        (65_536, "\r\n", None),
        (65_536, "", None),
        (65_536, "\r", None),
        (65_537, "\n", Some("? too-long")),
        (65_537, "\r\n", Some("? too-long")),
        (65_537, "", Some("? too-long")),
        (65_537, "\r", Some("? too-long")),
        (65_538, "\n", Some("? too-long")),
        (200_000, "\r\n", Some("? too-long")),
        (200_000, "", Some("? too-long")),
    ] {
        let expected: Vec<&str> = expected.into_iter().collect();
        assert_eq!(brief(&line_of(bytes, ending)), expected, "{bytes} bytes and {ending:?}");
    }
}

#[test]
fn a_command_of_65536_bytes_is_read_to_its_last_byte() {
    let fitting = format!("ping {}z", " ".repeat(65_530));
    assert_eq!(answers(fitting.as_bytes()), ["= pong=z"]);
    let turns = format!("position {}", "x".repeat(65_527));
    assert_eq!(brief(turns.as_bytes()), ["? bad-position field=game"]);
}

#[test]
fn a_line_that_is_too_long_is_answered_once_and_costs_that_line_only() {
    for bytes in [65_537, 131_072, 131_076, 131_077, 1_000_000] {
        let input = [b"ping a\n", &line_of(bytes, "\n")[..], b"ping b\n"].concat();
        assert_eq!(brief(&input), ["= pong=a", "? too-long", "= pong=b"], "{bytes}");
    }
    let twice = [line_of(70_000, "\n"), line_of(70_000, "\n"), b"ping b".to_vec()].concat();
    assert_eq!(brief(&twice), ["? too-long", "? too-long", "= pong=b"]);
    let noisy = [vec![0xFF; 70_000], b"\nping b".to_vec()].concat();
    assert_eq!(brief(&noisy), ["? too-long", "= pong=b"]);
    let named = format!("@7 {}\n", line_of(70_000, "").escape_ascii());
    assert_eq!(brief(named.as_bytes()), ["? too-long"], "it carries no id");
}

#[test]
fn a_line_with_nul_bad_utf8_or_a_control_byte_costs_that_line_only_and_carries_no_id() {
    let mut bad: Vec<Vec<u8>> =
        (0..=0x1F).chain([0x7F]).filter(|byte| !b"\t\n\r".contains(byte)).map(|byte| vec![byte]).collect();
    bad.extend(
        [&b"\xFF"[..], b"\xC3", b"\xC3(", b"\xC0\x80", b"\xED\xA0\x80", b"\xF5\x80\x80\x80"]
            .map(<[u8]>::to_vec),
    );
    for bytes in bad {
        for head in ["", "@7 ping ", "ping a", "# ", "{\"cmd\":\"ping\"} "] {
            let input = [b"ping a\n", head.as_bytes(), &bytes, b"z\nping b\n"].concat();
            let shown = input.escape_ascii();
            assert_eq!(brief(&input), ["= pong=a", "? bad-encoding", "= pong=b"], "{shown}");
        }
    }
}

#[test]
fn text_of_the_client_is_shown_in_ascii_and_cut() {
    let long = "y".repeat(50);
    for (word, shown) in [
        ("h\u{e9}", r"h\\xC3\\xA9".to_owned()),
        ("a\"b\\", r#"a\"b\\"#.to_owned()),
        (&long, format!("{}...", "y".repeat(40))),
        ("\u{2028}", r"\\xE2\\x80\\xA8".to_owned()),
    ] {
        let answer = answers(word.as_bytes()).concat();
        assert!(answer.contains(&shown), "{word}: {answer}");
        assert!(Line::read(&answer).is_ok(), "{answer}");
    }
}

#[test]
fn an_id_has_1_to_32_letters_digits_and_three_marks_and_comes_back_as_it_came() {
    let longest = "Z".repeat(32);
    for id in ["7", "a", "A-b_c.D", "-", "...", "007", &longest] {
        assert_eq!(answers(format!("@{id} ping").as_bytes()), [format!("=@{id}")]);
        let refused = brief(format!("@{id} foo").as_bytes());
        assert_eq!(refused, [format!("?@{id} unknown-command")]);
        let json = brief(format!("{{\"id\":\"{id}\",\"cmd\":\"foo\"}}").as_bytes());
        assert_eq!(json, refused, "the same in JSON");
    }
    let items = answers(b"@x get");
    let (status, items) = items.split_last().expect("a status line");
    assert!(items.len() > 1 && items.iter().all(|item| item.starts_with("|@x ")), "{items:?}");
    assert!(status.starts_with("=@x "), "{status}");
}

#[test]
fn an_id_of_another_form_or_alone_is_a_syntax_error_without_an_id() {
    let too_long = format!("@{} ping", "Z".repeat(33));
    for line in ["@", "@ ping", "@7", "@7 ", "@a:b ping", "@\u{e9} ping", "@a@b ping", "@@7 ping", &too_long]
    {
        assert_eq!(brief(line.as_bytes()), ["? syntax"], "{line}");
    }
    for id in ["", "a b", "\u{e9}", "@7", &"Z".repeat(33)] {
        assert_eq!(brief(format!("{{\"id\":\"{id}\",\"cmd\":\"ping\"}}").as_bytes()), ["? syntax"], "{id}");
    }
    for id in ["7", "null", "true", "[\"7\"]"] {
        assert_eq!(brief(format!("{{\"id\":{id},\"cmd\":\"ping\"}}").as_bytes()), ["? syntax"], "{id}");
    }
}

#[test]
fn a_second_id_is_no_command() {
    assert_eq!(brief(b"@7 @8 ping"), ["?@7 unknown-command"]);
}

#[test]
fn the_last_line_is_answered_with_and_without_its_lf() {
    for input in ["ping a\nping b\n", "ping a\nping b", "ping a\nping b\r", "ping a\nping b\r\n"] {
        assert_eq!(answers(input.as_bytes()), ["= pong=a", "= pong=b"], "{input:?}");
    }
}

#[test]
fn case_matters_and_words_have_no_quoting() {
    for line in ["PING", "Ping", "\"ping\"", "'ping'", "ping;", "quit\\"] {
        assert_eq!(brief(line.as_bytes()), ["? unknown-command"], "{line}");
    }
    assert_eq!(answers(b"ping \"a"), [r#"= pong="\"a""#]);
    assert_eq!(brief(b"ping \"a b\""), ["? bad-argument"]);
    assert_eq!(brief(b"quit now\nping\n"), ["? bad-argument", "="]);
}

#[test]
fn a_command_in_json_is_answered_in_the_format_that_is_set() {
    let both = [
        ("ping a", r#"{"cmd":"ping","args":["a"]}"#),
        ("@7 new seed=7 limit=6", r#"{"id":"7","cmd":"new","seed":"7","limit":6}"#),
        ("new querni mirror=yes seed=7", r#"{"cmd":"new","args":["querni"],"mirror":true,"seed":7}"#),
        ("@x play b2-b3 i6-i5", r#"{"cmd":"play","id":"x","args":["b2-b3","i6-i5"]}"#),
        ("legal turns from=c2 limit=3", r#"{"cmd":"legal","args":["turns"],"from":"c2","limit":3}"#),
        ("end if=12", r#" {"cmd":"end", "if":12} "#),
        ("foo", r#"{"cmd":"foo"}"#),
        ("undo 1", r#"{"cmd":"undo","args":[1]}"#),
    ];
    for format in ["set format text\nnew seed=7\n", "set format json\nnew seed=7\n"] {
        for (text, json) in both {
            let [text, json] = [text, json].map(|line| answers(format!("{format}{line}\n").as_bytes()));
            assert_eq!(text, json);
        }
    }
}

#[test]
fn a_command_in_json_that_is_refused_keeps_its_id() {
    for (line, expected) in [
        (r#"{"id":"7","cmd":"foo"}"#, "?@7 unknown-command"),
        (r#"{"id":"7","cmd":"ping","x":1}"#, "?@7 bad-argument"),
        (r#"{"id":"7","cmd":"ping","args":3}"#, "?@7 syntax"),
        (r#"{"id":"7","cmd":"ping","args":[null]}"#, "?@7 syntax"),
    ] {
        assert_eq!(brief(line.as_bytes()), [expected], "{line}");
    }
}

#[test]
fn broken_json_is_a_syntax_error_and_what_a_command_does_not_take_a_bad_argument() {
    for line in
        ["{", "{}", "{\"cmd\":", "{\"cmd\":3}", "{\"cmd\":null}", "{cmd:\"ping\"}", "{\"cmd\":\"ping\"} x"]
    {
        assert_eq!(brief(line.as_bytes()), ["? syntax"], "{line}");
    }
    assert_eq!(brief("{\"a\":".repeat(10_000).as_bytes()), ["? syntax"]);
    for line in [
        r#"{"cmd":"ping","x":1}"#,
        r#"{"cmd":"ping","args":["a\nb"]}"#,
        r#"{"cmd":"ping","args":["\u0000"]}"#,
    ] {
        assert_eq!(brief(line.as_bytes()), ["? bad-argument"], "{line}");
    }
    for line in ["[]", "[{\"cmd\":\"ping\"}]", "null", "\"ping\"", "}"] {
        assert_eq!(brief(line.as_bytes()), ["? unknown-command"], "{line}");
    }
}

/// Commands whose replies are of every kind.
const EVERY_KIND: &str = "hello\nhelp new\nget\n@7 state\nnew seed=7\nlegal limit=5\nlegal next limit=2\n\
    legal chains\nlegal moves limit=2\nwhy b2-b5\n@a.b play b2-b5\nboard\nhistory\nplay b2-b3\nhistory\nperft 2\n\
    state\nstate rev removed hands\nposition querni:x:b\nfoo\nend\nresign\nstate\nnew qawale\nsow a1\nboard\nend\nping \"\\\n";

#[test]
fn in_json_each_line_is_one_object_with_the_keys_and_values_that_it_has_in_text() {
    let text = answers(EVERY_KIND.as_bytes());
    let json = answers(["set format json\n", EVERY_KIND].concat().as_bytes());
    assert_eq!(json[0], r#"{"type":"ok"}"#);
    assert_eq!(text.len() + 1, json.len());
    for (text, json) in text.iter().zip(&json[1..]) {
        assert!(serde_json::from_str::<Value>(json).is_ok_and(|value| value.is_object()), "{json}");
        let in_json = Line::read(json).expect("a line of a reply");
        let mut in_text = Line::read(text).expect("a line of a reply");
        if text.contains("format kind=") {
            in_text.fields.insert("value".to_owned(), "json".to_owned());
        }
        assert_eq!(in_text, in_json);
    }
}

#[test]
fn the_reply_to_set_format_has_the_new_format_already() {
    let input = b"set format json\nfoo\nset format text\nping\n";
    let answers = answers(input);
    assert_eq!(answers[0], r#"{"type":"ok"}"#);
    assert!(answers[1].starts_with(r#"{"type":"error","code":"unknown-command","msg":"#), "{}", answers[1]);
    assert_eq!(answers[2..], ["=", "="]);
}

#[test]
fn no_line_has_a_key_twice_whatever_state_is_asked_for() {
    let text = answers(b"new seed=7\nstate rev pos rev\n").pop().expect("an answer");
    let json = answers(b"set format json\nnew seed=7\nstate rev pos rev\n").pop().expect("an answer");
    assert!(text.matches("rev=").count() <= 1, "{text}");
    assert!(json.matches("\"rev\":").count() <= 1, "{json}");
}
