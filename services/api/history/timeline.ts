import type { Store } from '../../store/index.ts'
import type { CommitEntry } from '../../states/index.ts'
import type { Context } from '../http/context.ts'
import { fits } from './history.ts'
import { linesOf, namesOf } from './history-lines.ts'
import type { Scopes } from '../http/scope.ts'
import { list } from '../http/list.ts'
import { momentsIn } from './cabinet-timeline.ts'
import type { Gap } from './cabinet-timeline.ts'
import type { CabinetId, MatchId } from '../../../events/ids.ts'
import { route } from '../http/route.ts'
const quiet = { moments: [], leftOut: 0 }
const most = 100

/**
 * What was done with what the cabinets said in between, the latest first. The order is the log's:
 * each fact of a cabinet notes how far the tournaments' log had come (P17).
 */
export function timelineRoutes(context: Context, sceneOf: Scopes): void {
  const { web, store, desk, states } = context
  route(
    web,
    'GET /api/tournament/tournament/:id/timeline/',
    { access: 'readHistory', scene: sceneOf.tournament },
    async (request) => {
      const { params, query } = request
      const entries = await states.histories.projected(params.id)
      const { from = 1, to = entries.length } = query
      const found = entries
        .slice(from - 1, to)
        .filter((one) => fits(one, query))
        .toReversed()
      const rows = async (limit: number, offset: number) => {
        const page = found.slice(offset, offset + Math.min(limit, most))
        const lines = await linesOf(store, params.id, page)
        const gaps = gapsOf({ entries, found, offset, page, query })
        const moments = await momentsIn({ store, desk }, params.id, gaps)
        return lines.map((line) => ({ ...line, ...(moments.get(line.version) ?? quiet) }))
      }
      request.query.rowsPerPage = Math.min(query.rowsPerPage, most)
      const count = async () => ({ n: found.length })
      const page = await list(request, { count, rows }, { to })
      return { ...page, version: entries.length, ...(await whoDid(store, entries)) }
    },
  )
}

/** By name; the server's own services are neither. */
async function whoDid(store: Store, entries: readonly CommitEntry[]) {
  const names = await namesOf(store, entries)
  const from = entries.flatMap(({ by, device }) => (by.kind === 'service' ? [] : (device ?? [])))
  const people = [...names].map(([id, name]) => ({ id, name }))
  return {
    people: people.toSorted((one, other) => one.name.localeCompare(other.name)),
    devices: [...new Set(from)].toSorted(),
  }
}

type Query = {
  match?: MatchId | undefined
  cabinet?: CabinetId | undefined
  to?: number | undefined
}
type Listed = {
  entries: readonly CommitEntry[]
  found: CommitEntry[]
  offset: number
  page: CommitEntry[]
  query: Query
}

/** Where cabinets may have said something that belongs above each line of the page. */
function gapsOf({ entries, found, offset, page, query }: Listed): Gap[] {
  const { match, cabinet, to } = query
  const own = match === undefined ? null : cabinetIntervals(entries, match)
  const all = (cabinet === undefined ? everPlayedOn(entries) : [cabinet]).map((id) => {
    return { cabinet: id, since: 0, until: Infinity }
  })
  return page.flatMap(({ version }, index): Gap[] => {
    const above = found[offset + index - 1]?.version ?? (to === undefined ? Infinity : to + 1)
    // Of a match: its own cabinets, while it was on them.
    return (own ?? all)
      .map(({ cabinet: id, since, until }) => {
        return { version, cabinet: id, from: Math.max(version, since), to: Math.min(above, until) }
      })
      .filter((gap) => gap.from < gap.to)
  })
}

export type CabinetInterval = { cabinet: CabinetId; since: number; until: number }

/** From which version to which a match was on which cabinet. */
export function cabinetIntervals(
  entries: readonly CommitEntry[],
  match: MatchId,
): CabinetInterval[] {
  const all: CabinetInterval[] = []
  for (const { version, placed } of entries) {
    const moved = placed.find((one) => one.match === match)
    if (!moved) continue
    const last = all.at(-1)
    if (last?.until === Infinity) last.until = version
    const { cabinet } = moved
    if (cabinet !== null) all.push({ cabinet, since: version, until: Infinity })
  }
  return all
}

/** Every cabinet that a match of the tournament was on. */
function everPlayedOn(entries: readonly CommitEntry[]): number[] {
  const all = entries.flatMap(({ placed }) => placed.map(({ cabinet }) => cabinet))
  return [...new Set(all)].filter((id) => id !== null)
}
