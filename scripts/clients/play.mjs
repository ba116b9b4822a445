#!/usr/bin/env node
// Plays a game of Querni and one of Qawale. Usage: play.mjs [CMD [ARGS...]], the command of the daemon.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
const [program = "target/release/querni", ...options] = process.argv.slice(2);
const daemon = spawn(program, [...options, "--json"], { stdio: ["pipe", "pipe", "inherit"] });
const fail = (message) => { console.error(message); process.exit(1); };
daemon.on("error", (error) => fail(error.message)).stdin.on("error", () => {});
const lines = createInterface({ input: daemon.stdout })[Symbol.asyncIterator]();

// Sends a command; returns the items of its reply, and its status.
async function ask(cmd, ...args) {
  daemon.stdin.write(JSON.stringify({ cmd, args }) + "\n");
  for (const items = []; ; ) {
    const { value, done } = await lines.next();
    const line = done ? fail(`${cmd}: the daemon has ended`) : JSON.parse(value);
    if (line.type === "item") items.push(line);
    if (line.type === "ok") return [items, line];
    if (line.type === "error") fail(`${cmd}: ${value}`);
  }
}

// A turn that wins; else, of those that do not end the game, one with the longest chain.
function choose(turns, { side, turn }) {
  const ends = ({ subject }) => subject.match(/x(\d+)-(\d+)/)?.slice(1) ?? [0, 0];
  const length = (item) => ends(item)[1] - ends(item)[0];
  const of = (over) => turns.filter((item) => item.over === over);
  const some = [of(side), of(undefined), turns].find((list) => list.length > 0);
  const longest = Math.max(...some.map(length));
  const best = some.filter((item) => length(item) === longest);
  return best[(turn * 7919) % best.length].subject;
}

for (const start of [["querni", "seed=15"], ["qawale"]]) {
  let [, state] = await ask("new", ...start);
  while (state.status === "playing") [, state] = await ask("play", choose((await ask("legal"))[0], state));
  console.log(`${state.game}: result=${state.result} reason=${state.reason} turn=${state.turn}`);
}
daemon.stdin.end();
