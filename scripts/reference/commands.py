"""The commands. Each is a function of the daemon, the arguments and the options; it sends items to
daemon.out and returns the keys of the status line. Every function looks for what can be refused in
the order of the codes: bad-argument, no-game, unsupported, stale, game-over and so on."""

import json
import re
import secrets
from dataclasses import dataclass, replace
from itertools import islice

import bots
import qawale
import querni
from game import Game
from perft import Budget, sequences
from words import Refusal, bad, fnv1a, illegal, quoted, whole

GAMES = {"querni": querni, "qawale": qawale}
SETTINGS = {"format": ("text", "json"), "takeback": ("off", "on"),   # the first at the start
            "bot": ("search", "greedy", "random"), "bot-seed": "0", "hash-mb": "16"}
MOST = {"bot-seed": 2**64 - 1, "hash-mb": 4096}
REASONS = ("time", "illegal", "crash", "agreed", "other")
MAX_LISTED = 10_000
DIGEST_KEYS = ("game", "pos", "side", "turn", "status", "pending", "more", "legal", "hash", "rev",
               "last", "by", "hands", "result", "reason", "forced", "removed")


@dataclass
class Command:
    name: str
    args: str
    does: str
    least: int
    most: int
    options: dict
    run: object

    def usage(self):
        return f"{self.name} takes {self.args or 'no arguments'}"


COMMANDS = {}


def command(name, args, does, least=0, most=0, **options):
    """Registers a command; each option has the function that reads its value (None: it is bad)."""
    if args.endswith("[if=REV]"):
        options["if"] = whole

    def register(run):
        COMMANDS[name] = Command(name, args, does, least, most, options, run)
        return run
    return register


def execute(daemon, name, words, members):
    """Sorts words into arguments and options, and runs the command."""
    spec = COMMANDS.get(name)
    if spec is None:
        raise Refusal("unknown-command", f"{quoted(name)} is no command; help lists them all")
    args, options = [], {}
    given = list(members)
    for word in words:
        option, equals, value = word.partition("=")
        if equals and option in spec.options:
            given.append((option, value))
        else:
            args.append(word)
    for option, value in given:
        if option not in spec.options or option in options or value is None:
            raise bad(f"{quoted(option)} is not taken here, or given twice; {spec.usage()}")
        options[option] = spec.options[option](value)
        if options[option] is None:
            raise bad(f"{option}={shown_value(value)} is not of the right form; {spec.usage()}")
    if not spec.least <= len(args) <= spec.most:
        raise bad(f"{len(args)} arguments are too few or too many; {spec.usage()}")
    return spec.run(daemon, args, options)


def shown_value(value):
    return quoted(value)[1:-1]


# What the commands share

def text_of(value):
    """An option whose value is looked at later, when the game is known."""
    return value


def present(daemon):
    if daemon.game is None:
        raise Refusal("no-game", "no game has been started; new and position do")
    return daemon.game


def idle(daemon):
    if daemon.search:
        raise Refusal("busy", "a search is running; stop ends it")


def fresh(daemon, options):
    idle(daemon)
    if options.get("if", daemon.rev) != daemon.rev:
        raise Refusal("stale", f"the revision is {daemon.rev}, not {options['if']}", rev=daemon.rev)


def staged(daemon, options, rules=None):
    """The game that a command adds to, if it can be added to."""
    game = present(daemon)
    if rules not in (None, game.rules):
        raise Refusal("unsupported", f"this is a command of {rules.name}, not of {game.rules.name}")
    fresh(daemon, options)
    game.refuse_if_over()
    return game


def nothing_pending_but(game):
    if game.pending:
        raise Refusal("pending-turn", "a part of a turn is pending; end or cancel it first")


def commit(daemon, game):
    daemon.game = game
    daemon.rev += 1
    return digest(daemon)


def possible_rules(daemon):
    """The games that a word can belong to: while there is no game, either."""
    return [daemon.game.rules] if daemon.game else list(GAMES.values())


def read_any(word, readers, what):
    """What the first reader that knows the word makes of it."""
    for reader in readers:
        found = reader(word)
        if found is not None:
            return found
    raise bad(f"{quoted(word)} is no {what}")


def read_turns(words, possible):
    what = "turn of " + " or ".join(rules.name for rules in possible)
    return [read_any(word, [rules.read_turn for rules in possible], what) for word in words]


def read_squares(words, rules):
    return [read_any(word, [rules.read_square], f"square of {rules.name}") for word in words]


def read_side(daemon, word, more=()):
    allowed = [side for rules in possible_rules(daemon) for side in rules.sides] + list(more)
    if word not in allowed:
        raise bad(f"{quoted(word)} is none of {', '.join(allowed)}")


def digest(daemon):
    """The state of the game, by its keys in their order."""
    game = daemon.game
    rules, pos, last, pending = game.rules, game.now, game.last, game.pending
    text = rules.text(pos)
    keys = {"game": rules.name, "pos": text, "side": rules.side_name(pos),
            "turn": rules.number(pos), "status": "over" if game.outcome else "playing",
            "pending": rules.turn_text(pending) if pending else "-",
            "more": "none" if game.outcome else rules.more(pos, pending, game.legal),
            "legal": game.legal, "hash": fnv1a(text), "rev": daemon.rev,
            "last": rules.turn_text(last.turn) if last else "-", "by": last.by if last else "-"}
    if rules.hands(pos):
        keys["hands"] = rules.hands(pos)
    if game.outcome:
        keys["result"], keys["reason"] = game.outcome
    if rules is querni and game.legal == 1 and not pending:
        keys["forced"] = True                                # Q11
    if last and last.removed:
        keys["removed"] = last.removed
    return keys


# Commands that need no game

@command("hello", "[MAJOR]", "tells the versions of protocol and program, the games and the limits",
         most=1)
def hello(daemon, args, options):
    major = whole(args[0], 2**32 - 1) if args else 1
    if major is None:
        raise bad(f"{quoted(args[0])} is no major version")
    if major != 1:
        raise Refusal("unsupported", f"version {major} is not known here, version 1.0 is")
    idle(daemon)
    return {"protocol": "1.0", "name": "reference", "version": "1.0", "games": list(GAMES),
            "max-line": daemon.max_line, "window": 65536}


@command("help", "[COMMAND]", "lists the commands, or tells of one", most=1)
def help_(daemon, args, options):
    if args and args[0] not in COMMANDS:
        raise bad(f"there is no command {quoted(args[0])}")
    idle(daemon)
    for name in args or COMMANDS:
        daemon.out.item(name, {"args": COMMANDS[name].args, "does": COMMANDS[name].does})
    return {"n": len(args or COMMANDS), "listed": len(args or COMMANDS)}


@command("ping", "[TOKEN]", "answers at once, with the token", most=1)
def ping(daemon, args, options):
    if args and not re.fullmatch("[ -~]{1,64}", args[0]):
        raise bad("a token is 1 to 64 characters of printable ASCII")
    return {"pong": args[0]} if args else {}


def known_setting(name):
    if name not in SETTINGS:
        raise bad(f"there is no option {quoted(name)}; get lists the options")


@command("set", "NAME VALUE", "sets an option", least=2, most=2)
def set_(daemon, args, options):
    name, value = args
    known_setting(name)
    if name in MOST:
        number = whole(value, MOST[name])
        if number is None or name == "hash-mb" and not number:
            raise bad(f"{quoted(value)} is no number that {name} takes")
        value = str(number)
    elif value not in SETTINGS[name]:
        raise bad(f"{quoted(value)} is none of {', '.join(SETTINGS[name])}")
    idle(daemon)
    daemon.settings[name] = value
    return {}


@command("get", "[NAME]", "lists the options, or tells of one", most=1)
def get(daemon, args, options):
    for name in args:
        known_setting(name)
    idle(daemon)
    names = args or list(SETTINGS)
    for name in names:
        daemon.out.item(name, option_keys(name, daemon.settings[name]))
    return {"n": len(names), "listed": len(names)}


def option_keys(name, value):
    values = SETTINGS[name]
    if name == "hash-mb":
        return {"kind": "number", "value": value, "default": values, "min": 1, "max": MOST[name]}
    if name == "bot-seed":
        return {"kind": "seed", "value": value, "default": values}
    return {"kind": "choice", "value": value, "default": values[0], "choices": list(values)}


# Commands that start a game

def read_limit(word):
    """new limit=: 1 to 9999, or - for never."""
    number = whole(word, 9999)
    return word if word == "-" else number or None


def read_choice(*choices):
    return lambda word: word if word in choices else None


@command("new", "[GAME] [seed=N] [mirror=yes|no] [limit=N] [if=REV]", "starts a new game", most=1,
         seed=whole, mirror=read_choice("yes", "no"), limit=read_limit)
def new(daemon, args, options):
    name = args[0] if args else "querni"
    if name not in GAMES:
        raise bad(f"{quoted(name)} is neither querni nor qawale")
    if name == "qawale" and set(options) - {"if"}:
        raise bad("qawale has one start, and takes none of seed=, mirror=, limit=")
    fresh(daemon, options)
    if name == "qawale":
        return commit(daemon, Game(qawale, qawale.start(), qawale.start()))
    seed = options.get("seed", secrets.randbits(64))
    limit = options.get("limit", 30)                         # Q14
    start = querni.start(seed, options.get("mirror") == "yes", None if limit == "-" else limit)
    keys = commit(daemon, Game(querni, start, start, seed=str(seed)))
    return keys | {"seed": str(seed)}


@command("position", "POS [turns TURN...] [if=REV]",
         "sets a position and plays turns from it, all or nothing", least=1, most=10**9)
def position(daemon, args, options):
    if len(args) > 1 and (args[1] != "turns" or len(args) == 2):
        raise bad("POS is followed by nothing, or by the word turns and one or more turns")
    game, colon, _ = args[0].partition(":")
    rules = GAMES.get(game) if colon else None
    turns = read_turns(args[2:], [rules] if rules else list(GAMES.values()))
    fresh(daemon, options)
    if rules is None:
        msg = "game: a position begins with querni: or qawale:"
        raise Refusal("bad-position", msg, field="game")
    start = rules.read(args[0])
    return commit(daemon, Game(rules, start, start).after_all(turns))


# The pending turn

@command("move", "FROM TO [if=REV]",
         "chooses one step, one hop, or one more hop of the piece that is jumping", least=2, most=2)
def move(daemon, args, options):
    squares = read_squares(args, querni)
    game = staged(daemon, options, querni)
    pending = querni.choose_path(game.now, game.pending, squares, hops_only=False)
    return commit(daemon, replace(game, pending=pending))


@command("jump-path", "FROM SQ... [if=REV]", "chooses several hops at once, or more hops from "
         "where the piece is, all or nothing", least=2, most=10**9)
def jump_path(daemon, args, options):
    squares = read_squares(args, querni)
    game = staged(daemon, options, querni)
    pending = querni.choose_path(game.now, game.pending, squares, hops_only=True)
    return commit(daemon, replace(game, pending=pending))


@command("sow", "FROM [SQ...] [if=REV]", "chooses the stack and sows on the squares that are "
         "named; goes on from the last one", least=1, most=10**9)
def sow(daemon, args, options):
    squares = read_squares(args, qawale)
    game = staged(daemon, options, qawale)
    pending = qawale.choose_squares(game.now, game.pending, squares)
    return commit(daemon, replace(game, pending=pending))


def read_number(word):
    """The number of a piece, 1 to 16, without leading zeros."""
    return int(word) if re.fullmatch(querni.NUMBER, word) else None


@command("chain", "FIRST LAST [if=REV]", "chooses the chain to remove by its ends, each a square "
         "or a number", least=2, most=2)
def chain(daemon, args, options):
    readers = [querni.read_square, read_number]
    ends = [read_any(word, readers, "square of querni or number from 1 to 16") for word in args]
    game = staged(daemon, options, querni)
    pending = querni.choose_chain(game.now, game.pending, ends)
    return commit(daemon, replace(game, pending=pending))


@command("cancel", "[last|move|chain|all] [if=REV]", "takes back pending choices, all if not said",
         most=1)
def cancel(daemon, args, options):
    part = args[0] if args else "all"
    if part not in ("last", "move", "chain", "all"):
        raise bad(f"{quoted(part)} is none of last, move, chain, all")
    game = staged(daemon, options, querni if part in ("move", "chain") else None)
    left = game.rules.cancelled(game.pending, part) if game.pending else False
    if left is False:
        raise Refusal("nothing-pending", "nothing is pending that could be taken back so")
    return commit(daemon, replace(game, pending=left))


@command("end", "[if=REV]", "plays the pending turn")
def end(daemon, args, options):
    game = staged(daemon, options)
    if not game.pending:
        raise Refusal("nothing-pending", "nothing is pending; pass skips a turn of querni")
    left = game.rules.squares_left(game.now, game.pending)
    if left:
        raise Refusal("incomplete-turn", f"{left} squares are still to be named", left=left)
    return commit(daemon, game.after(game.pending))


# Whole turns

@command("play", "TURN... [if=REV]", "plays whole turns, all or nothing", least=1, most=10**9)
def play(daemon, args, options):
    turns = read_turns(args, possible_rules(daemon))
    game = staged(daemon, options)
    nothing_pending_but(game)
    return commit(daemon, game.after_all(turns))


@command("pass", "[if=REV]", "plays a turn in which nothing is done")
def pass_(daemon, args, options):
    return play(daemon, ["pass"], options)


@command("resign", "[SIDE] [if=REV]", "ends the game: the other side has won", most=1)
def resign(daemon, args, options):
    for side in args:
        read_side(daemon, side)
    game = staged(daemon, options)
    loser = args[0] if args else game.rules.side_name(game.now)
    winner = next(side for side in game.rules.sides if side != loser)
    return commit(daemon, replace(game, pending=None, judged=(winner, "resign")))


@command("adjudicate", "RESULT reason=time|illegal|crash|agreed|other [if=REV]",
         "ends the game by the judgement of whoever runs it", least=1, most=1,
         reason=read_choice(*REASONS))
def adjudicate(daemon, args, options):
    read_side(daemon, args[0], more=["draw"])
    if "reason" not in options:
        raise bad(f"reason= is to be one of {', '.join(REASONS)}")
    game = staged(daemon, options)
    return commit(daemon, replace(game, pending=None, judged=(args[0], options["reason"])))


@command("undo", "[N] [if=REV]", "takes back the last N turns, 1 if not said", most=1)
def undo(daemon, args, options):
    steps = whole(args[0]) if args else 1
    if not steps:
        raise bad(f"{quoted(args[0])} is no number from 1 on")
    game = present(daemon)
    fresh(daemon, options)
    if daemon.settings["takeback"] == "off":                 # Q15
        raise Refusal("takeback-off", "takeback is off; set takeback on allows it")
    nothing_pending_but(game)
    return commit(daemon, game.back(steps))


# Questions

@command("state", "[KEY...]", "tells the state of the game, or the keys that are named", most=10**9)
def state(daemon, args, options):
    for key in args:
        if key not in DIGEST_KEYS:
            raise bad(f"{quoted(key)} is no key of the digest")
    if len(set(args)) < len(args):
        raise bad("a key is named twice")
    present(daemon)
    keys = digest(daemon)
    return {key: keys[key] for key in args if key in keys} if args else keys


LISTS = {"turns": {"from", "after", "limit"}, "moves": {"from", "after", "limit"},
         "next": {"from", "limit"}, "chains": {"limit"}, "count": set()}


@command("legal", "[turns|moves|next|chains|count] [from=SQ] [after=TURN] [limit=N]",
         "lists or counts the legal turns that begin with what is pending", most=1,
         **{"from": text_of, "after": text_of, "limit": whole})
def legal(daemon, args, options):
    kind = args[0] if args else "turns"
    if kind not in LISTS:
        raise bad(f"{quoted(kind)} is none of {', '.join(LISTS)}")
    if set(options) - LISTS[kind]:
        raise bad(f"legal {kind} does not take {', '.join(sorted(set(options) - LISTS[kind]))}")
    possible, origin, after = possible_rules(daemon), None, None
    if "from" in options:
        origin = read_any(options["from"], [rules.read_square for rules in possible], "square")
    if "after" in options:
        after, = read_turns([options["after"]], possible)
    game = present(daemon)
    if kind == "chains" and game.rules is not querni:
        raise Refusal("unsupported", "there are no chains in qawale")
    idle(daemon)
    if kind == "count":
        return {"n": game.legal}
    total, items = (0, ()) if game.outcome else listing(game, kind, origin, after)
    listed = min(total, options.get("limit", MAX_LISTED))
    for subject, keys in islice(items, listed):
        daemon.out.item(subject, keys)
    return {"n": total, "listed": listed}


def listing(game, kind, origin, after):
    """How many items a list has, and the items."""
    rules, now, pending = game.rules, game.now, game.pending
    if kind == "next":
        found = rules.nexts(now, pending, origin)
        return len(found), ((text, {"kind": how}) for text, how in found)
    if kind == "chains":
        found = rules.chains(now, pending)
        return len(found), ((text, {"squares": squares} | game.ending(turn))
                            for text, turn, squares in found)
    bare = kind == "moves" and rules is querni
    total, turns = (rules.movements if bare else rules.turns)(now, pending, origin, after)
    return total, ((rules.turn_text(turn), {} if bare else game.ending(turn)) for turn in turns)


@command("why", "TURN", "tells whether a turn is legal, and if not which rule it breaks",
         least=1, most=1)
def why(daemon, args, options):
    turn, = read_turns(args, possible_rules(daemon))
    game = present(daemon)
    idle(daemon)
    try:
        game.check(turn)
    except Refusal as refusal:
        keys = {"verdict": "illegal", "code": refusal.code}
        return keys | refusal.keys | {"msg": refusal.msg}
    return {"verdict": "legal"}


@command("board", "", "lists what stands on the board, for programs")
def board(daemon, args, options):
    game = present(daemon)
    idle(daemon)
    items = list(game.rules.board_items(game.now, game.pending))
    for square, keys in items:
        daemon.out.item(square, keys)
    return {"n": len(items), "listed": len(items)}


@command("show", "", "draws the board, for people")
def show(daemon, args, options):
    game = present(daemon)
    idle(daemon)
    rules, emptied = game.rules, set()
    if game.last and not game.pending:
        before = rules.with_pending(game.last.before, None)
        emptied = set(before) - set(rules.with_pending(game.now, None))
    for line in rules.picture(game.now, game.pending, emptied):
        daemon.out.text(line)
    if game.outcome:
        daemon.out.text("the game is over: {} ({})".format(*game.outcome))
    else:
        daemon.out.text(f"turn {rules.number(game.now)}: {rules.side_name(game.now)} is to move")
    return {}


@command("history", "", "lists the turns played")
def history(daemon, args, options):
    game = present(daemon)
    idle(daemon)
    turns = game.history()
    for played in turns:
        keys = {"by": played.by} | ({"removed": played.removed} if played.removed else {})
        daemon.out.item(game.rules.turn_text(played.turn), keys)
    return {"n": len(turns), "listed": len(turns), "start": game.rules.text(game.start)}


@command("record", "", "tells the game so far as one line of JSON")
def record(daemon, args, options):
    game = present(daemon)
    idle(daemon)
    rules = game.rules
    result, reason = game.outcome or (None, None)
    members = {"record": 1, "game": rules.name, "start": rules.text(game.start)}
    if game.seed is not None:
        members["seed"] = game.seed
    members["turns"] = [rules.turn_text(played.turn) for played in game.history()]
    members |= {"result": result, "reason": reason, "final": rules.text(game.now)}
    daemon.out.text(json.dumps(members, separators=(",", ":")))
    return {}


# Counting

def counted(daemon, args, options):
    """What perft and divide begin with: the depth, the game, and the budget."""
    depth = whole(args[0], 20)
    if depth is None:
        raise bad(f"{quoted(args[0])} is no depth from 0 to 20")
    game = present(daemon)
    idle(daemon)
    nothing_pending_but(game)
    daemon.out.flush()                                       # this may take long
    return depth, game, Budget(options.get("nodes", 10**10))


@command("perft", "N [nodes=MAX]", "counts the sequences of N legal turns", least=1, most=1,
         nodes=whole)
def perft(daemon, args, options):
    depth, game, budget = counted(daemon, args, options)
    over = game.outcome and depth > 0
    nodes = 0 if over else sequences(game.rules, game.now, depth, budget)
    return {"depth": depth, "nodes": nodes}


@command("divide", "N [nodes=MAX]", "counts the sequences of N legal turns, by the first turn",
         least=1, most=1, nodes=whole)
def divide(daemon, args, options):
    depth, game, budget = counted(daemon, args, options)
    if depth == 0 or game.outcome:
        nodes = budget.add(1) if depth == 0 else 0
        return {"depth": depth, "nodes": nodes, "n": 0, "listed": 0}
    rules = game.rules
    total, turns = rules.turns(game.now, None)
    listed, nodes, items = min(total, MAX_LISTED), 0, []
    if depth == 1:                                           # each first turn is a sequence
        nodes, budget = budget.add(total), Budget(total)
        turns = islice(turns, listed)
    for nth, turn in enumerate(turns):
        budget.meet()
        below = sequences(rules, rules.apply(game.now, turn), depth - 1, budget)
        nodes += below if depth > 1 else 0
        if nth < listed:
            items.append((rules.turn_text(turn), {"nodes": below}))
    for item in items:                                           # of what is over the limit there are none
        daemon.out.item(*item)
    return {"depth": depth, "nodes": nodes, "n": total, "listed": listed}


# Searches

@command("go", "[movetime=MS] [clock=MS] [inc=MS] [moves-left=N] [depth=N] [nodes=N] [infinite]",
         "lets the bot look for a turn, which comes as an event", most=2, **bots.OPTIONS)
def go(daemon, args, options):
    time_left = bots.seconds(args, options)
    game = present(daemon)
    idle(daemon)
    nothing_pending_but(game)
    daemon.search = daemon.out.id, game, time_left
    daemon.infinite = bool(args) and not game.outcome
    return {}


@command("stop", "", "ends the search that go has started; its turn comes as an event")
def stop(daemon, args, options):
    daemon.infinite = False
    return {}


@command("quit", "", "ends the daemon")
def quit_(daemon, args, options):
    daemon.search = None
    daemon.ended = True
    return {}
