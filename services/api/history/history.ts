import { refusalBody } from '../http/command/send.ts'
import { english } from '#events/messages/english.ts'
import { teamsOf } from '#events/bracket/bracket.ts'
import type { Event } from '#events/schema/event.ts'
import type { Tournament } from '#events/state/tournament.ts'
import type { Done } from '../../desk/index.ts'
import { notFound } from '../../web/index.ts'
import type { CommitEntry } from '../../states/index.ts'
import type { Context } from '../http/context.ts'
import { linesOf, authorName, namesOf } from './history-lines.ts'
import { list } from '../http/list.ts'
import { commandRoutes } from '../http/command/route.ts'
import { undoRightOf } from '../http/command/send.ts'
import type { HistoryEntry, HistoryFilters } from '../schema/match/history.ts'
import { route } from '../http/route.ts'

/** The history of a tournament, with undo and replacement of steps (R-UN-1). */
export function historyRoutes(context: Context): void {
  readRoutes(context)
  const of = '/api/tournament/tournament/:id/'
  const scene = context.sceneOf.tournament
  const answer = async (_: number, { version }: Done) => ({ success: true as const, version })
  const undo = commandRoutes(context, { access: 'undo', scene }, { of, answer })
  undo('undo', (_, body) => ({ type: 'Undo', ...body }))
  const replace = commandRoutes(context, { access: 'replace', scene }, { of, answer })
  replace('replace', (_, body) => ({ type: 'ReplaceStep', ...body }))
}

function readRoutes({ web, store, desk, states, sceneOf }: Context): void {
  const config = { access: 'readHistory', scene: sceneOf.tournament } as const

  route(web, 'GET /api/tournament/tournament/:id/history/', config, async (request) => {
    const { params, query } = request
    const entries = await states.histories.projected(params.id)
    const { to = entries.length } = query
    const filtered = entries
      .slice((query.from ?? 1) - 1, to)
      .filter((one) => matchesFilters(one, query))
    if (query.order === 'newest') filtered.reverse()
    const rows = (limit: number, offset: number) =>
      linesOf(store, params.id, filtered.slice(offset, offset + limit))
    // `to` is fixed while somebody pages, so that new commits do not shift the next page.
    return list(request, { count: async () => ({ n: filtered.length }), rows }, { to })
  })

  route(web, 'GET /api/tournament/tournament/:id/history/:version/', config, async (request) => {
    const { id, version } = request.params
    const entries = await states.histories.projected(id)
    const [line] = await linesOf(store, id, entries.slice(version - 1, version))
    const { undoes } = await undoRightOf(desk, request, id)
    const preview = await desk.previewUndo(id, version, undoes)
    if (!line || !preview) throw notFound()
    const dependents = preview.dependents.toReversed().flatMap((later) => entries[later - 1] ?? [])
    const names = await namesOf(store, dependents)
    const { refusal, together } = preview
    return {
      ...line,
      undoable: refusal === null,
      refusal: refusal && { ...refusal.more, ...refusalBody(refusal) },
      dependents: dependents.map(({ version, at, officialMessage: message, by, device }) => {
        const text = english(message)
        return { version, at, text, message, byName: authorName(names, by), device }
      }),
      together,
      wonBy: winnerIn(await desk.state(id), line),
    }
  })
}

function winnerIn(t: Tournament, { events }: HistoryEntry): number | null {
  const counted = (events as Event[]).find(
    (event) => event.type === 'GameCounted' || event.type === 'GameAttached',
  )
  const match = counted && t.matches[t.games[counted.game]?.match ?? 0]
  const game = match?.games.find((one) => one.game === counted?.game)
  return match && game ? teamsOf(t, match)[game.winner] : null
}

export function matchesFilters(
  one: CommitEntry,
  { match, cabinet, person, by, device, type, search }: Omit<HistoryFilters, 'order'>,
): boolean {
  return (
    (match === undefined || one.matches.includes(match)) &&
    (cabinet === undefined || one.cabinets.includes(cabinet)) &&
    (person === undefined || (one.by.kind === 'person' && one.by.id === person)) &&
    (by === undefined || one.by.kind === by) &&
    (device === undefined || one.device === device) &&
    (type === undefined || one.type === type) &&
    (search === undefined ||
      english(one.officialMessage).toLowerCase().includes(search.toLowerCase()))
  )
}
