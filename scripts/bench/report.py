"""Tells the median and the range of each row's ratio and whether its bar holds: report.py FIGURES [short]

Exit status: 0 every bar holds, 1 some does not. Of a short run nothing is said but that it came to its end.
"""

import statistics
import sys

SCALE = {"M/s": 1e6, "k/s": 1e3, "us": 1e3, "KiB": 1}


def holds(bar, value):
    """Whether a value passes a bar such as >=6, <=1.5 or <4096; one that says nothing is passed."""
    sign, limit = bar.rstrip("0123456789."), float(bar.lstrip("<>=") or 0)
    return {"": True, ">=": value >= limit, "<=": value <= limit, "<": value < limit}[sign]


is_short = len(sys.argv) > 2
rows = {}
for line in open(sys.argv[1], encoding="ascii"):
    name, bar, aim, unit, *figures = line.rstrip("\n").split("\t")
    rows.setdefault(name, (bar, aim, unit, []))[3].append(figures)

print("| row | here | beside | ratio: median (range) | bar | aim | holds |")
print("|---|---|---|---|---|---|---|")
failed = 0
for name, (bar, aim, unit, pairs) in rows.items():
    if pairs == [["skipped"]]:
        print(f"| {name} | | | skipped: there is no Stockfish here | {bar} | {aim} | |")
        continue
    mine, peers = ([float(pair[i]) for pair in pairs if i < len(pair)] for i in (0, 1))
    # Where nothing stands beside it, the bar is one for the figure itself in its unit.
    ratios = [a / b for a, b in zip(mine, peers or [SCALE[unit]] * len(mine))]
    middle = statistics.median(ratios)
    # A bar without "or equal" is one for the figure itself.
    held = holds(bar, statistics.median(mine) if bar[1] != "=" else middle)
    verdict = "no" if not held else "yes, and the aim" if aim and holds(aim, middle) else "yes"
    verdict = "" if is_short else verdict
    failed += not held
    here, beside = (f"{statistics.median(all_) / SCALE[unit]:.4g} {unit}" if all_ else "" for all_ in (mine, peers))
    spread = f"{middle:.3g} ({min(ratios):.3g} to {max(ratios):.3g})"
    print(f"| {name} | {here} | {beside} | {spread} | {bar} | {aim} | {verdict} |")
if is_short:
    print("\na short run: the measuring works; whether the bars hold is not to be told from so little")
else:
    print(f"\nbars that do not hold: {failed}" if failed else "\nevery bar that was measured holds")
    sys.exit(min(failed, 1))
