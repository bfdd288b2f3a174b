#!/usr/bin/env bash
# brackets-manager 1.11.1: an update that says "no forfeit" ends the match.
#
# A running match is updated with scores 1-0 and `forfeit: false` for the second team, as a program
# does that always sends all fields. Guess: the match is running (status 3).
# Seen: status 4 (completed), without a winner, so nobody moves on. Left out, the field has no effect.
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
const update = async (id, second) => {
  await manager.update.match({ id, opponent1: { score: 1 }, opponent2: { score: 0, ...second } })
  const { status, opponent1, opponent2 } = await db.select('match', id)
  console.log('status', status, 'results', opponent1.result, opponent2.result)
}
await update(0, {})
await update(1, { forfeit: false })
END
node try.mjs > seen.txt
cat > expected.txt <<'END'
status 3 results undefined undefined
status 4 results undefined undefined
END
cat seen.txt
diff expected.txt seen.txt
