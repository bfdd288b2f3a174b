import { canonicalJson } from '#events/canonical-json.ts'
import { publicTypes } from '#events/game/public-event.ts'
import { renumbered } from '#events/schema/renumber.ts'
import type { renumberBy } from '#events/schema/renumber.ts'
import { tables } from '#events/schema/rows.ts'
import type { Table } from '#events/schema/rows.ts'
import type { Change } from '#events/view/frames.ts'
import { tableNames } from '#events/view/keys.ts'
import type { App } from './app.ts'

type Rows = Record<string, string[]>

/**
 * Everything that is visible of a tournament, with its ids replaced by those on the other server.
 */
export async function movedRows(
  { store: { db } }: Pick<App, 'store'>,
  tournament: number,
  newId: ReturnType<typeof renumberBy>,
): Promise<Rows> {
  const rowsByTable: Rows = {}
  const mapped = (table: Table, row: object) => {
    const { version: _, ...rest } = { version: 0, ...renumbered(tables[table], row, newId) }
    return canonicalJson(rest)
  }
  for (const table of tableNames) {
    const rows = await db
      .selectFrom(`view.${table}` as 'view.team')
      .selectAll()
      .where((table === 'tournament' ? 'id' : 'tournament') as 'tournament', '=', tournament)
      .execute()
    rowsByTable[table] = rows.map((row) => mapped(table, row)).toSorted()
  }
  const frames = await db
    .selectFrom('view.change')
    .select('frame')
    .where('tournament', '=', tournament)
    .orderBy('version')
    .execute()
  rowsByTable['change'] = frames.map(({ frame }) => frameText(frame, mapped))
  const ends = await db
    .selectFrom('view.stageEnd')
    .selectAll()
    .where('tournament', '=', tournament)
    .execute()
  rowsByTable['stage_end'] = ends
    .map((row) => `${newId('stage', row.bracket)} ${row.version}`)
    .toSorted()
  const games = await db
    .selectFrom('view.game')
    .innerJoin('view.played', (join) =>
      join.onRef('game', '=', 'gameId').onRef('view.played.cabinet', '=', 'view.game.cabinet'),
    )
    .selectAll('view.game')
    .where('tournament', '=', tournament)
    .execute()
  rowsByTable['game'] = games
    .map(({ id: _, cabinet, ...row }) =>
      canonicalJson({ ...row, cabinet: newId('cabinet', cabinet) }),
    )
    .toSorted()
  const cabinetEvents = await db
    .selectFrom('view.cabinetEvent')
    .select(['cabinet', 'eventId', 'gameId', 'time', 'type', 'values'])
    .where(
      'gameId',
      'in',
      games.map(({ gameId }) => gameId),
    )
    .execute()
  rowsByTable['cabinet_event'] = cabinetEvents
    .filter(({ type }) => publicTypes.has(type.replace(/: $/, '')))
    .map(({ cabinet, ...row }) => canonicalJson({ ...row, cabinet: newId('cabinet', cabinet) }))
    .toSorted()
  return rowsByTable
}

function frameText(
  { version, at, commit, rows }: Change,
  mapped: (t: Table, row: object) => string,
) {
  const { id, by, text, undoes } = commit
  const put = Object.entries(rows).map(([table, { put: putRows }]) => [
    table,
    putRows.map((row) => mapped(table as Table, row)).toSorted(),
  ])
  return canonicalJson({ version, at, id, by, text, undoes, put })
}
