#!/usr/bin/env bash
# glicko2 1.2.2: a result that was added counts again in every later period.
#
# One win is added, then ratings are calculated for four periods in which nobody plays. Guess: the
# rating changes in the first period, afterwards only the deviation grows.
# Seen: the same win raises the rating in each period, and the deviation shrinks as if there had been
# four wins. `updateRatings` clears the results first; `addResult` with `calculatePlayersRatings`
# does not.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"module"}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact glicko2@1.2.2
cat > try.mjs <<'END'
import glicko2 from 'glicko2'

const ranking = new glicko2.Glicko2({ tau: 0.5, rating: 1500, rd: 200, vol: 0.06 })
const [winner, loser] = [ranking.makePlayer(), ranking.makePlayer()]
ranking.addResult(winner, loser, 1)
for (let period = 1; period <= 4; period++) {
  ranking.calculatePlayersRatings()
  console.log(period, winner.getRating().toFixed(1), winner.getRd().toFixed(0))
}
END
node try.mjs > seen.txt
cat > expected.txt <<'END'
1 1578.8 180
2 1632.9 166
3 1673.1 155
4 1704.6 147
END
cat seen.txt
diff expected.txt seen.txt
