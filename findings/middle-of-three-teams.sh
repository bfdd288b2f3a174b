#!/usr/bin/env bash
# openskill 5.0.1 and ts-trueskill 5.1.0: the second of three equal teams is judged differently.
#
# Three unknown players, one game, ranks 1, 2 and 3. Guess: the second neither gains nor loses, since
# it won against one equal and lost to another.
# Seen: so it is with TrueSkill (25.00); the default model of openskill (Plackett-Luce) gives it
# 25.72. For two teams the question does not arise; for more, the model has to be chosen knowingly.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"module"}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact openskill@5.0.1 ts-trueskill@5.1.0
cat > try.mjs <<'END'
import { rate, rating } from 'openskill'
import { TrueSkill } from 'ts-trueskill'

const mu = (teams) => teams.map(([player]) => player.mu.toFixed(2)).join(' ')
console.log('openskill', mu(rate([[rating()], [rating()], [rating()]])))
const trueskill = new TrueSkill()
const anybody = () => [trueskill.createRating()]
console.log('trueskill', mu(trueskill.rate([anybody(), anybody(), anybody()])))
END
node try.mjs > seen.txt
cat > expected.txt <<'END'
openskill 27.87 25.72 21.41
trueskill 31.68 25.00 18.32
END
cat seen.txt
diff expected.txt seen.txt
