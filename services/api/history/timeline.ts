import type { Store } from '../../store/index.ts'
import type { CommitEntry } from '../../states/index.ts'
import type { Context } from '../http/context.ts'
import { matchesFilters } from './history.ts'
import { linesOf, namesOf } from './history-lines.ts'
import { list } from '../http/list.ts'
import { momentsIn } from './cabinet-timeline.ts'
import type { Gap } from './cabinet-timeline.ts'
import type { CabinetId, MatchId } from '#events/ids.ts'
import { route } from '../http/route.ts'
const noMoments = { moments: [], leftOut: 0 }
const maxRows = 100

/**
 * The history, with events of cabinets in between, the latest first. The order is that of the log:
 * each fact of a cabinet notes how far the tournaments' log had come (P17).
 */
export function timelineRoutes(context: Context): void {
  const { web, store, desk, states, sceneOf } = context
  route(
    web,
    'GET /api/tournament/tournament/:id/timeline/',
    { access: 'readHistory', scene: sceneOf.tournament },
    async (request) => {
      const { params, query } = request
      const entries = await states.histories.projected(params.id)
      const { from = 1, to = entries.length } = query
      const filtered = entries
        .slice(from - 1, to)
        .filter((one) => matchesFilters(one, query))
        .toReversed()
      const rows = async (limit: number, offset: number) => {
        const page = filtered.slice(offset, offset + Math.min(limit, maxRows))
        const lines = await linesOf(store, params.id, page)
        const gaps = gapsOf({ entries, filtered, offset, page, query })
        const moments = await momentsIn({ store, desk }, params.id, gaps)
        return lines.map((line) => ({ ...line, ...(moments.get(line.version) ?? noMoments) }))
      }
      request.query.rowsPerPage = Math.min(query.rowsPerPage, maxRows)
      const count = async () => ({ n: filtered.length })
      const page = await list(request, { count, rows }, { to })
      return { ...page, version: entries.length, ...(await actorsOf(store, entries)) }
    },
  )
}

/** The people and devices of the entries, sorted by name; services are neither. */
async function actorsOf(store: Store, entries: readonly CommitEntry[]) {
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
type PageContext = {
  entries: readonly CommitEntry[]
  filtered: CommitEntry[]
  offset: number
  page: CommitEntry[]
  query: Query
}

/** The gaps above each line of the page, in which events of cabinets are shown. */
function gapsOf({ entries, filtered, offset, page, query }: PageContext): Gap[] {
  const { match, cabinet, to } = query
  const own = match === undefined ? null : cabinetIntervals(entries, match)
  const all = (cabinet === undefined ? allCabinets(entries) : [cabinet]).map((id) => {
    return { cabinet: id, since: 0, until: Infinity }
  })
  return page.flatMap(({ version }, index): Gap[] => {
    const above = filtered[offset + index - 1]?.version ?? (to === undefined ? Infinity : to + 1)
    // With a match as filter, only its cabinets, and only while it was on them.
    return (own ?? all)
      .map(({ cabinet: id, since, until }) => {
        return { version, cabinet: id, from: Math.max(version, since), to: Math.min(above, until) }
      })
      .filter((gap) => gap.from < gap.to)
  })
}

export type CabinetInterval = { cabinet: CabinetId; since: number; until: number }

/** The versions between which a match was on each of its cabinets. */
export function cabinetIntervals(
  entries: readonly CommitEntry[],
  match: MatchId,
): CabinetInterval[] {
  const all: CabinetInterval[] = []
  for (const { version, cabinetChanges } of entries) {
    const placement = cabinetChanges.find((one) => one.match === match)
    if (!placement) continue
    const last = all.at(-1)
    if (last?.until === Infinity) last.until = version
    const { cabinet } = placement
    if (cabinet !== null) all.push({ cabinet, since: version, until: Infinity })
  }
  return all
}

/** Every cabinet that a match of the tournament was on. */
function allCabinets(entries: readonly CommitEntry[]): number[] {
  const all = entries.flatMap(({ cabinetChanges }) => cabinetChanges.map(({ cabinet }) => cabinet))
  return [...new Set(all)].filter((id) => id !== null)
}
