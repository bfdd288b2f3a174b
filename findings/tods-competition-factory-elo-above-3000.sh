#!/usr/bin/env bash
# tods-competition-factory 2.4.5: an Elo rating above 3000 starts again at 1500.
#
# The winner is 100 points above the loser. Guess: a win adds a little, whatever the level.
# Seen: at 3000 the winner gets 3066, at 3001 it gets 1683: a rating beyond the range of the type is
# taken as none. Whoever lets ratings drift upwards loses the best player's.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"module"}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact tods-competition-factory@2.4.5
cat > try.mjs <<'END'
import { scaleEngine } from 'tods-competition-factory'

for (const winnerRating of [2900, 3000, 3001, 3100]) {
  const loserRating = winnerRating - 100
  const { newWinnerRating } = scaleEngine.calculateNewRatings({
    winnerRating,
    loserRating,
    ratingType: 'ELO',
  })
  console.log(winnerRating, '->', newWinnerRating)
}
END
node try.mjs > seen.txt
cat > expected.txt <<'END'
2900 -> 2966
3000 -> 3066
3001 -> 1683
3100 -> 1683
END
cat seen.txt
diff expected.txt seen.txt
