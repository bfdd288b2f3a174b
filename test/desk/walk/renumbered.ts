import { expect } from 'vitest'
import { canonicalJson } from '#events/canonical-json.ts'
import type { IdKind, IdPairs } from '#events/schema/parts/ids.ts'
import { importedCommits, idsIn, renumbered } from '#events/schema/renumber.ts'
import { tables } from '#events/schema/rows.ts'
import { emptyTournament, fold } from '#events/state/tournament.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { tableNames } from '#events/view/keys.ts'
import { rowsOf } from '#events/view/tournament-rows.ts'
import type { Story } from '../story.ts'
import { stateOf } from '../story.ts'

type Renumber = (kind: IdKind, id: number) => number

/** Each kind of id gets an offset of its own. */
const newId: Renumber = (kind, id) => id + 1_000 * (kind.length + kind.charCodeAt(1))

/** Asserts that a story's commits with other ids give the same rows, with those ids. */
export function expectSameRowsRenumbered(story: Story): void {
  const ids: IdPairs = {}
  for (const [kind, oldIds] of idsIn(story.commits))
    ids[kind] = oldIds.map((id) => [id, newId(kind, id)])
  const commits = importedCommits(story.commits, ids, 'spring-cup')
  const renumberedState = commits.reduce(fold, emptyTournament(newId('tournament', 1)))
  expect(textsOf(renumberedState, (_, id) => id)).toEqual(textsOf(stateOf(story), newId))
}

/** The rows as text, by table, without the version, which is a hash of the contents for a draft. */
function textsOf(t: Tournament, to: Renumber): [string, string[]][] {
  return tableNames.map((table) => {
    const rows = [...rowsOf(t)[table].values()].map((row) => {
      const { version: _, ...rest } = { version: '', ...renumbered(tables[table], row, to) }
      return canonicalJson(rest)
    })
    return [table, rows.toSorted()]
  })
}
