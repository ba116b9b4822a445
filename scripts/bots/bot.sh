#!/bin/sh
# A bot: wins if it can, does not lose at once if it need not, else plays any turn.
# Usage: bot.sh [PROGRAM], a daemon, which it asks for the legal turns.
daemon=${1:-target/release/querni}
position=
while read -r word rest; do
    case $word in
    hello) echo '= protocol=1.0 name=bot.sh' ;;
    position) position=$rest && echo = ;;
    go)
        echo =
        printf 'position %s\nlegal\n' "$position" | "$daemon" | awk '
            BEGIN { srand() }
            /^= game=/ { sub(/.* side=/, ""); won = "over=" $1 }
            /^[|]/ { if ($3 == won) win = $2; last = $2; if ($3 == "" && rand() * ++n < 1) any = $2 }
            END { print "! best=" (win ? win : any ? any : last ? last : "-") }' ;;
    ping) echo "=${rest:+ pong=$rest}" ;;
    quit) echo = && exit ;;
    '' | '#'*) ;;
    *) echo '? unknown-command msg="hello, position, go, ping and quit are known here"' ;;
    esac
done
