# An engine that does one thing wrong, which the first argument names. It plays the middle
# of a board of tic-tac-toe, and does the wrong thing in the second move of a game, unless
# the fault is about how it starts or ends. The second argument is what the fault needs.
fault=$1
needed=$2
position=

wrong() {
    case $fault in
        exits) exit 4 ;;
        hangs) exec sleep 1000 ;;
        illegal) echo "bestmove 11" ;;
        complains) echo "the board is a mystery" >&2 && echo "bestmove 11" ;;
        no-square) echo "bestmove 99" ;;
        other-side) echo "bestmove $needed" ;;
        no-move) echo "bestmove" ;;
        three-words) echo "bestmove 22 now" ;;
        long-line) head -c 100000000 /dev/zero | tr '\0' x ;;
        endless-line) cat /dev/zero ;;
        not-text) printf 'info \377\376\nbestmove 22\n' ;;
        without-end) while :; do echo "info string on and on and on"; done ;;
        children)
            sleep 1000 9> "$needed" &
            exec sleep 1000
            ;;
        leaves-children)
            sleep 1000 9> "$needed" &
            exit 4
            ;;
        environment)
            [ -z "$CARGO_MANIFEST_DIR" ] && [ -z "$(ls -A)" ] && [ "$HOME" = "$PWD" ] || exit 6
            echo "bestmove 22"
            ;;
        # From here on "bestmove 00" means that what was tried was denied.
        reads)
            for path in $(printf %s "$needed" | tr , ' '); do
                [ -z "$(cat "$path" 2> /dev/null)" ] || exit 7
                [ -z "$(ls "$path" 2> /dev/null)" ] || [ -f "$path" ] || exit 7
            done
            echo "bestmove 00"
            ;;
        reads-own) [ "$(cat "$needed" 2> /dev/null)" = mine ] || exit 7 && echo "bestmove 00" ;;
        writes)
            (: > "$needed") 2> /dev/null && exit 7
            (: > here) 2> /dev/null || exit 8
            echo "bestmove 00"
            ;;
        connects)
            bash -c "exec 3<> /dev/tcp/127.0.0.1/$needed" 2> /dev/null && exit 7
            echo "bestmove 00"
            ;;
        kills-guard)
            # In a sandbox the guard has no number.
            [ "$PPID" = 0 ] || kill -9 "$PPID" 2> /dev/null && [ "$PPID" != 0 ] && exit 7
            echo "bestmove 00"
            ;;
        attacks)
            # Its guard, the program that started that, and the guard of its opponent.
            referee=$(cut -d ' ' -f 4 "/proc/$PPID/stat" 2> /dev/null)
            others=$(cat "/proc/$referee/task/$referee/children" 2> /dev/null)
            for pid in $referee $others $PPID; do
                [ "$pid" -gt 1 ] || continue
                prlimit --pid "$pid" --cpu=0:0 2> /dev/null && exit 7
                kill -9 "$pid" 2> /dev/null && exit 7
            done
            echo "bestmove 00"
            ;;
        big-file)
            dd if=/dev/zero of=big bs=1 count=1 seek=300000000 2> /dev/null && exit 7
            echo "bestmove 00"
            ;;
        huge-memory)
            dd if=/dev/zero of=/dev/null bs=5368709120 count=1 2> /dev/null && exit 7
            echo "bestmove 00"
            ;;
        many-processes)
            for i in 1 2 3 4 5 6 7 8 9 10; do
                for j in 1 2 3 4 5 6 7 8 9 10; do sleep 1000 & done
            done
            exec sleep 1000
            ;;
        escapes)
            setsid sh -c 'sleep 1000 & (setsid sleep 1000 &) ; exec sleep 1000' &
            (setsid setsid sleep 1000 &)
            [ -z "$needed" ] || exit 4
            exec sleep 1000
            ;;
        info) echo "info depth 1 score win 3" && echo "strange words" && echo "bestmove 22" ;;
        *) echo "bestmove 22" ;;
    esac
}

case $fault in
    exits-at-start) exit 3 ;;
    hangs-at-start) exec sleep 1000 ;;
    stays) trap '' TERM ;;
esac

while read -r word rest; do
    case $word in
        ugi)
            echo "id name Bad engine"
            echo "id author the tests"
            echo "option name Game type combo default tictactoe var tictactoe var santorini"
            echo "ugiok"
            [ "$fault" != deaf ] || exec sleep 1000
            ;;
        position) position=$rest ;;
        uginewgame) [ "$fault" != refuses-games ] || echo "info string error: no board" ;;
        isready)
            case $fault$position in unasked*moves*) echo "bestmove 22" ;; esac
            echo "readyok"
            ;;
        go)
            case $position in
                *moves* | fen*) wrong ;;
                *) echo "bestmove 11" ;;
            esac
            ;;
        quit)
            [ "$fault" = stays ] || exit 0
            sleep 1000 9> "$needed" &
            while :; do sleep 1000; done
            ;;
    esac
done
