import { expect } from 'vitest'
import { canonicalJson } from '../../../events/canonical-json.ts'
import type { IdKind, IdPairs } from '../../../events/schema/ids.ts'
import { arriving, idsIn, renumbered } from '../../../events/schema/renumber.ts'
import { tables } from '../../../events/schema/rows.ts'
import { emptyTournament, fold } from '../../../events/state/tournament.ts'
import type { Tournament } from '../../../events/state/tournament.ts'
import { tableNames } from '../../../events/view/keys.ts'
import { rowsOf } from '../../../events/view/tournament-rows.ts'
import type { Story } from '../story.ts'
import { stateOf } from '../story.ts'

type Renumber = (kind: IdKind, id: number) => number

/** Each kind by numbers of its own. */
const moved: Renumber = (kind, id) => id + 1_000 * (kind.length + kind.charCodeAt(1))

/** What a story's commits give by other ids are the rows that it has here, by those ids. */
export function expectSameElsewhere(story: Story): void {
  const ids: IdPairs = {}
  for (const [kind, own] of idsIn(story.commits)) ids[kind] = own.map((id) => [id, moved(kind, id)])
  const commits = arriving(story.commits, ids, 'spring-cup')
  const there = commits.reduce(fold, emptyTournament(moved('tournament', 1)))
  expect(textsOf(there, (_, id) => id)).toEqual(textsOf(stateOf(story), moved))
}

/** A draft is named by a hash of all that is in it. */
function textsOf(t: Tournament, to: Renumber): [string, string[]][] {
  return tableNames.map((table) => {
    const rows = [...rowsOf(t)[table].values()].map((row) => {
      const { version: _, ...rest } = { version: '', ...renumbered(tables[table], row, to) }
      return canonicalJson(rest)
    })
    return [table, rows.toSorted()]
  })
}
