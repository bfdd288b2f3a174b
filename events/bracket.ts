import type { SlotIndex } from './event.ts'
import { blueSlot, other } from './match.ts'
import type { Match } from './match.ts'
import type { Stage } from './stage.ts'
import type { Tournament } from './tournament.ts'

/** Who meets whom, derived from results: an edited result cannot leave a stale bracket (R-BR-9). */
type Matches = Tournament['matches']

/** Team ids by slot; null while it is not known who comes. */
export function teamsOf(matches: Matches, match: Match): [number | null, number | null] {
  return [teamAt(matches, match, 0), teamAt(matches, match, 1)]
}

/** Team ids by colour. */
export function sides(
  matches: Matches,
  match: Match,
): { blue: number | null; gold: number | null } {
  const teams = teamsOf(matches, match)
  const blue = blueSlot(match)
  return { blue: teams[blue], gold: teams[other(blue)] }
}

function teamAt(matches: Matches, match: Match, index: SlotIndex): number | null {
  const slot = match.slots[index]
  if ('team' in slot) return slot.team
  if ('open' in slot) return null
  const source = matches['winnerOf' in slot ? slot.winnerOf : slot.loserOf]
  const winner = source?.result?.winner
  if (!source || winner === null || winner === undefined) return null
  if (match.ifNeeded && !needed(matches, match)) return null
  return teamAt(matches, source, 'winnerOf' in slot ? winner : other(winner))
}

/** A match that is really part of the bracket now; the second final only when it is needed. */
export function needed(matches: Matches, match: Match): boolean {
  if (!match.ifNeeded) return true
  const first = firstFinal(matches, match)
  return first?.result?.winner === 1
}

/** By where its winner goes: the slots of the second may have been filled by hand. */
function firstFinal(matches: Matches, second: Match): Match | undefined {
  return Object.values(matches).find((match) => match.winnerTo?.match === second.id)
}

/** Where a match's winner and loser end or go on, as the result stands now. */
export function outcome(
  matches: Matches,
  match: Match,
): Pick<Match, 'winnerTo' | 'loserTo' | 'winnerPlace' | 'loserPlace'> {
  const second = match.winnerTo ? matches[match.winnerTo.match] : undefined
  if (second?.ifNeeded && match.result?.winner === 0) {
    return { winnerTo: null, loserTo: null, winnerPlace: 1, loserPlace: 2 }
  }
  const { winnerTo, loserTo, winnerPlace, loserPlace } = match
  return { winnerTo, loserTo, winnerPlace, loserPlace }
}

/** Every match whose teams can change when this one's result does, nearest first. */
export function downstream(matches: Matches, match: Match): Match[] {
  const found = new Map<number, Match>()
  const queue = [match]
  for (const source of queue) {
    for (const target of [source.winnerTo, source.loserTo]) {
      const next = target ? matches[target.match] : undefined
      if (next && !found.has(next.id) && dependsOn(next, source)) {
        found.set(next.id, next)
        queue.push(next)
      }
    }
  }
  return [...found.values()]
}

/** A slot that was filled by hand no longer waits for anyone; a second final always does. */
function dependsOn(match: Match, source: Match): boolean {
  if (match.ifNeeded) return true
  return match.slots.some(
    (slot) =>
      ('winnerOf' in slot && slot.winnerOf === source.id) ||
      ('loserOf' in slot && slot.loserOf === source.id),
  )
}

export function played(match: Match): boolean {
  return (
    match.cabinet !== null ||
    match.result !== null ||
    match.games.length > 0 ||
    match.adjusted.some((by) => by !== 0)
  )
}

/** A draw can stand only where nobody has to advance (R-GM-4). */
export function drawAllowed(stage: Stage | undefined): boolean {
  const type = stage?.stageType
  return type === 'round_robin' || type === 'custom' || type === null
}

export type Status = 'pending' | 'ready' | 'queued' | 'active' | 'complete'
export function status(t: Tournament, match: Match, queued: boolean): Status {
  if (match.result) return 'complete'
  if (match.cabinet !== null) return 'active'
  const [one, two] = teamsOf(t.matches, match)
  if (one === null || two === null) return 'pending'
  return queued ? 'queued' : 'ready'
}

/** A stage is complete when all its playable matches are (R-PL-1). */
export function stageComplete(t: Tournament, stage: number): boolean {
  const own = Object.values(t.matches).filter((match) => match.stage === stage)
  const playable = own.filter((match) => needed(t.matches, match))
  return playable.length > 0 && playable.every((match) => match.result !== null)
}

/** In words for screens and refusals: `M12`; the number is per stage. */
export function label(match: Match): string {
  return `M${match.num}`
}

/** `Winner of M7` until the team is known (R-BR-4). */
export function slotText(t: Tournament, match: Match, index: SlotIndex): string | null {
  const slot = match.slots[index]
  if ('winnerOf' in slot) return `Winner of M${t.matches[slot.winnerOf]?.num ?? '?'}`
  if ('loserOf' in slot) return `Loser of M${t.matches[slot.loserOf]?.num ?? '?'}`
  return null
}
