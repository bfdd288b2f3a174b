import type { Problem } from '../../query/useSaving.ts'
import { templates as words } from './text.ts'
import type { Answer } from '../../core/rest.ts'

export type Template = Answer<'/api/tournament/template/:id/'>

/** What a template holds, in a line; one of another form says so. */
export function contentOf(data: unknown): string {
  const { stages, cabinets, questions, links } = (data ?? {}) as Record<string, unknown>
  if (![stages, cabinets, questions, links].every(Array.isArray)) return words.unreadable
  const named = (rows: unknown, nameIn: (row: Part) => unknown) =>
    (rows as Part[]).map(nameIn).filter((name) => typeof name === 'string')
  const stageNames = named(stages, (row) => row.settings?.name)
  const cabinetNames = named(cabinets, (row) => row.name)
  return [
    stageNames.length > 0 ? stageNames.join(', ') : words.noStages,
    cabinetNames.length > 0 ? cabinetNames.join(', ') : words.noCabinets,
    words.holds((questions as Part[]).length, words.question),
    words.holds((links as Part[]).length, words.link),
  ].join(' · ')
}
type Part = { name?: unknown; settings?: { name?: unknown } }

/** Where what stands in the way of loading can be seen to. */
export function wayOut(code: Problem['code']): { to: string; label: string } | null {
  return ways[code ?? 'UNKNOWN'] ?? null
}

const ways: { [code in Problem['code'] & string]?: { to: string; label: string } } = {
  STAGE_HAS_MATCHES: { to: 'stages', label: words.toStages },
  PLAYERS_REGISTERED: { to: 'teams', label: words.toPlayers },
  MATCH_ACTIVE: { to: 'current-matches', label: words.toCabinets },
  MATCH_QUEUED: { to: 'match-queue', label: words.toQueues },
}
