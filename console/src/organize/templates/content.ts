import type { Problem } from '../../query/useSaving.ts'
import { templates as words } from '../../core/text/organize/plan.ts'
import type { Answer } from '../../core/rest.ts'

export type Template = Answer<'/api/tournament/template/:id/'>

/** A one-line summary of a template, or a note if its format is unknown. */
export function contentOf(data: unknown): string {
  const { stages, cabinets, questions, links } = (data ?? {}) as Record<string, unknown>
  if (![stages, cabinets, questions, links].every(Array.isArray)) return words.unreadable
  const namesOf = (rows: unknown, nameIn: (row: Part) => unknown) =>
    (rows as Part[]).map(nameIn).filter((name) => typeof name === 'string')
  const stageNames = namesOf(stages, (row) => row.settings?.name)
  const cabinetNames = namesOf(cabinets, (row) => row.name)
  return [
    stageNames.length > 0 ? stageNames.join(', ') : words.noStages,
    cabinetNames.length > 0 ? cabinetNames.join(', ') : words.noCabinets,
    words.holds((questions as Part[]).length, words.question),
    words.holds((links as Part[]).length, words.link),
  ].join(' · ')
}
type Part = { name?: unknown; settings?: { name?: unknown } }

/** The screen on which the cause of a refused load can be resolved. */
export function remedyFor(code: Problem['code']): { to: string; label: string } | null {
  return remedies[code ?? 'UNKNOWN'] ?? null
}

const remedies: { [code in Problem['code'] & string]?: { to: string; label: string } } = {
  STAGE_HAS_MATCHES: { to: 'stages', label: words.toStages },
  PLAYERS_REGISTERED: { to: 'teams', label: words.toPlayers },
  MATCH_ACTIVE: { to: 'current-matches', label: words.toCabinets },
  MATCH_QUEUED: { to: 'match-queue', label: words.toQueues },
}
