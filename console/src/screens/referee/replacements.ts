import type { CommandOf } from '../../../../events/command.ts'
import type { MatchRow } from '../../../../events/view/rows.ts'
import { read } from '../../api.ts'
import type { Tables } from '../../live/rows.ts'
import { available, busyTeam, spoken, teamName } from '../../live/select.ts'
import type { Write } from '../../parts/useSaving.ts'
import { steps as words } from '../../text/sheets.ts'
import { text } from '../../text.ts'
import type { RecentGame } from './useRecentGames.ts'
import type { WholeStep } from './useSteps.ts'

export type Replacement = {
  label: string
  /** what is sent in its place */
  writes: () => Promise<Write[]>
  /** the step itself is taken back before */
  undoesFirst: boolean
}

/** What a person may have meant instead of what was done. */
export function replacements(rows: Tables, step: WholeStep): Replacement[] {
  const { command, events } = step
  if (command.type === 'AddScore') return ofPoint(rows, command)
  if (command.type === 'FinishGame') return ofGame(command)
  const started = events.find((event) => event.type === 'MatchStarted')
  const match = rows.match[Number(started?.['match'])]
  return match && match.activeCabinet !== null ? ofStart(rows, match, match.activeCabinet) : []
}

function ofPoint(rows: Tables, { match: id, team, by }: CommandOf<'AddScore'>): Replacement[] {
  const match = rows.match[id]
  if (!match || by !== 1) return []
  const colour = match.blueTeam === team ? 'gold' : 'blue'
  const other = match[`${colour}Team`]
  const path = `/api/tournament/match/${id}/`
  const point = { method: 'PUT', path: `${path}add-score/`, body: { team: other, by: 1 } } as const
  const warmup = { method: 'PATCH', path, body: { isWarmup: true } } as const
  return [
    {
      label: words.other(colour, teamName(rows, other)),
      writes: async () => [point],
      undoesFirst: true,
    },
    ...(match.isComplete
      ? []
      : [{ label: words.warmup, writes: async () => [warmup], undoesFirst: true }]),
  ]
}

/** Taken back, a game waits for a person, and this person has said what it was. */
function ofGame({ game, cabinet }: CommandOf<'FinishGame'>): Replacement[] {
  async function writes(): Promise<Write[]> {
    const path = `/api/game/game/recent/?cabinetId=${cabinet}&rowsPerPage=200`
    const { results } = await read<{ results: RecentGame[] }>(path)
    const found = results.find(({ gameId }) => gameId === game)
    const body = { tournamentMatch: null }
    return found ? [{ method: 'PATCH', path: `/api/game/game/${found.id}/`, body }] : []
  }
  return [{ label: words.notCounted, writes, undoesFirst: true }]
}

/** The other match keeps the place and the start of the wrong one (R-QT-3). */
function ofStart(rows: Tables, wrong: MatchRow, cabinet: number): Replacement[] {
  const path = `/api/tournament/match/${wrong.id}/`
  const warmup = { method: 'PATCH', path, body: { isWarmup: true } } as const
  const others = available(rows).filter((match) => !busyTeam(rows, match, cabinet))
  return [
    ...others.map((match): Replacement => {
      const write = { method: 'PUT', path: `${path}replace/`, body: { match: match.id } } as const
      return {
        label: words.match(spoken(rows, match)),
        writes: async () => [write],
        undoesFirst: false,
      }
    }),
    ...(wrong.isWarmup
      ? []
      : [
          {
            label: text.referee.warmupOn(text.match.short(wrong.matchNum)),
            writes: async () => [warmup],
            undoesFirst: false,
          },
        ]),
  ]
}
