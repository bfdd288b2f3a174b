#!/usr/bin/env bash
# brackets-manager 1.11.1: a double elimination of two teams is one match.
#
# Two teams, type double_elimination, grandFinal double. Guess: the first match, a final, and a
# second final, as every team leaves after its second defeat.
# Seen: one group with one match, so the loser is out after one defeat, whatever grandFinal says.
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
  name: 'Duel',
  type: 'double_elimination',
  seeding: ['A', 'B'],
  settings: { grandFinal: 'double' },
})
console.log('groups', (await db.select('group')).length)
console.log('matches', (await db.select('match')).length)
END
node try.mjs > seen.txt
cat > expected.txt <<'END'
groups 1
matches 1
END
cat seen.txt
diff expected.txt seen.txt
