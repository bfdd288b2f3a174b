// Plays an evening of ten thousand commits on several cabinets at once, with points added and
// removed, sides swapped, steps undone and queues reordered.
import { randomUUID } from 'node:crypto'
import { sidesOf } from '#events/bracket/bracket.ts'
import type { Command } from '#events/schema/command.ts'
import type { Match } from '#events/state/match.ts'
import { score } from '#events/state/match.ts'
import { lcg } from '#test/support/random.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { isRefusal } from '#services/desk/index.ts'
import type { Desk } from '#services/desk/index.ts'

export type LongEvening = { tournament: number; cabinets: number[]; commits: number; seed: number }
const by = { kind: 'service', name: 'bench' } as const
/**
 * Matches that share the commits; fewer than the 127 of an elimination, since refusals are no
 * commits.
 */
const matchesPlayed = 95

/** Sends commands directly to a desk on the real log; returns the number of commits. */
export async function playLong(
  desk: Desk,
  { tournament, commits, ...options }: LongEvening,
): Promise<number> {
  const random = lcg(options.seed)
  const actions = new Map<number, number>()
  const maxActions = Math.floor(commits / matchesPlayed)
  let version = 0
  const send = async (command: Command) => {
    const answer = await desk.handle({ id: randomUUID(), tournament, by, command })
    if (isRefusal(answer)) return
    version = answer.version
  }
  for (let refused = 0; version < commits && refused < 100;) {
    const before = version
    const state = await desk.state(tournament)
    for (const cabinet of options.cabinets) {
      const match = Object.values(state.matches).find((one) => one.cabinet === cabinet)
      if (!match) await send(nextStart(state, cabinet, actions))
      else {
        const done = (actions.get(match.id) ?? 0) + 1
        actions.set(match.id, done)
        if (done < maxActions) await send(randomPress(state, match, { version, random }))
        else for (const command of completion(state, match)) await send(command)
      }
    }
    refused = version === before ? refused + 1 : 0
  }
  return version
}

/** Starts the next match of the queue, or any open match. */
function nextStart(state: Tournament, cabinet: number, begun: Map<number, number>): Command {
  const waiting = Object.values(state.queues).some(
    ({ cabinets, matches }) => cabinets.includes(cabinet) && matches.length > 0,
  )
  const ready = Object.values(state.matches).filter((match) => {
    const { blue, gold } = sidesOf(state, match)
    const isOpen = match.result === null && match.cabinet === null && !begun.has(match.id)
    return isOpen && blue !== null && gold !== null
  })
  const match = ready[cabinet % Math.max(1, ready.length)]
  if (waiting && cabinet % 2 === 0) return { type: 'SelectNext', cabinet }
  return match
    ? { type: 'StartMatch', match: match.id, cabinet, force: true }
    : { type: 'SelectNext', cabinet }
}

type Around = { version: number; random: () => number }

function randomPress(state: Tournament, match: Match, { version, random }: Around): Command {
  const { id, isFlipped } = match
  const { blue, gold } = sidesOf(state, match)
  const kind = random()
  if (kind < 0.06) return { type: 'SetSides', match: id, isFlipped: !isFlipped }
  if (kind < 0.12) return { type: 'Undo', version }
  if (kind < 0.16) return rotateQueue(state, random)
  const team = (random() < 0.5 ? blue : gold) ?? 0
  return { type: 'AddScore', match: id, team, by: Math.max(...score(match)) < 7 ? 1 : -1 }
}

/** Moves the first match of a queue to its end. */
function rotateQueue(state: Tournament, random: () => number): Command {
  const queues = Object.values(state.queues)
  const queue = queues[Math.floor(random() * queues.length)]
  const [first, ...others] = queue?.matches ?? []
  const matches = first === undefined ? others : [...others, first]
  return { type: 'SetQueue', queue: queue?.id ?? 1, matches }
}

function completion(state: Tournament, match: Match): Command[] {
  const [first, second] = score(match)
  const { blue } = sidesOf(state, match)
  const won: Command[] =
    first === second ? [{ type: 'AddScore', match: match.id, team: blue ?? 0, by: 1 }] : []
  return [...won, { type: 'CompleteMatch', match: match.id, force: true }]
}
