#!/usr/bin/env bash
# brackets-manager 1.11.1: teams of a double forfeit are in no final standing.
#
# Four teams in a single elimination. In the first semifinal both teams forfeit, the second is
# played. Guess: four teams are ranked, the two that forfeited behind the others.
# Seen: the winner of the other semifinal is first and its loser second; the two that forfeited are
# missing. A program that reads places from this list loses teams without an error.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"module"}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact brackets-manager@1.11.1 brackets-memory-db@1.0.6
cat > try.mjs <<'END'
import { InMemoryDatabase } from 'brackets-memory-db'
import { BracketsManager } from 'brackets-manager'

const db = new InMemoryDatabase()
const manager = new BracketsManager(db)
await manager.create.stage({
  tournamentId: 1,
  name: 'Cup',
  type: 'single_elimination',
  seeding: ['A', 'B', 'C', 'D'],
  settings: {},
})
await manager.update.match({ id: 0, opponent1: { forfeit: true }, opponent2: { forfeit: true } })
await manager.update.match({ id: 1, opponent1: { score: 2, result: 'win' }, opponent2: { score: 0 } })
for (const { rank, name } of await manager.get.finalStandings(0)) console.log(rank, name)
END
node try.mjs > seen.txt
cat > expected.txt <<'END'
1 B
2 C
END
cat seen.txt
diff expected.txt seen.txt
