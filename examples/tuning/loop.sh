# A tuning loop: every candidate plays against the best rule file so far, and replaces it if a
# sequential probability ratio test accepts that it is better.
#
#     sh examples/tuning/loop.sh
folder=$(dirname "$0")
best=$folder/start.rules
for candidate in "$folder"/candidate-*.rules; do
    name=$(basename "$candidate" .rules)
    agon match santorini "minimax:depth=1,eval=$candidate" "minimax:depth=1,eval=$best" \
        --sprt 0,100 --pairs 300 > "$name.txt" || exit
    if grep -q "H1 is accepted" "$name.txt"; then
        echo "$name: better, kept"
        best=$candidate
    else
        echo "$name: not better"
    fi
done
echo "best is $(basename "$best")"
