import type { MatchId, StageId, TeamId } from '../ids.ts'

/** A match to be put in a queue. */
export type QueueableMatch = {
  id: MatchId
  stage: StageId
  num: number
  round: string
  /** the known teams */
  teams: TeamId[]
  /** the matches it waits for */
  after: MatchId[]
}

/** The most comparisons of two matches. A longer search brings no noticeable improvement. */
const maxWork = 3_000_000

/**
 * The order in which matches are added to a queue (R-RR-4): the first round of each stage, then the
 * second round of each, and so on, with no team twice in a row if such an order is found. No match
 * comes before one it waits for. `last` is the last match that is in the queue already.
 */
export function queueOrder(matches: QueueableMatch[], last?: QueueableMatch): MatchId[] {
  const interleaved = byRounds(matches)
  const count = Math.max(1, matches.length)
  const order =
    search({
      matches: interleaved,
      last,
      choose: inOrder,
      maxNodes: 2 * count + maxWork / count,
    }) ??
    search({ matches: interleaved, last, choose: rarestFirst, maxNodes: maxWork / count ** 2 })
  return (order ?? greedyOrder(interleaved, last)).map((match) => match.id)
}

/** Round 1 of stage A, round 1 of stage B, round 2 of stage A … */
function byRounds(matches: QueueableMatch[]): QueueableMatch[] {
  const stages = new Map<StageId, QueueableMatch[][]>()
  for (const match of matches.toSorted((a, b) => a.num - b.num)) {
    const rounds = stages.get(match.stage) ?? []
    stages.set(match.stage, rounds)
    const round = rounds.at(-1)
    if (round?.[0]?.round === match.round) round.push(match)
    else rounds.push([match])
  }
  const order = [...new Set(matches.map((match) => match.stage))]
  const all = order.map((stage) => stages.get(stage)!)
  const maxRounds = Math.max(0, ...all.map((rounds) => rounds.length))
  return Array.from({ length: maxRounds }, (_, index) =>
    all.flatMap((rounds) => rounds[index] ?? []),
  ).flat()
}

/** Whether a team may play in both of two successive matches. */
function clashes(first: QueueableMatch | undefined, second: QueueableMatch): boolean {
  if (!first) return false
  return second.after.includes(first.id) || first.teams.some((team) => second.teams.includes(team))
}

type Choice = (free: QueueableMatch[], rest: QueueableMatch[]) => QueueableMatch[]

const inOrder: Choice = (free) => free

/** Matches with the fewest possible neighbours first: later they might find no place. */
const rarestFirst: Choice = (free, rest) => {
  const neighbours = new Map(
    free.map((match) => [
      match,
      rest.filter((other) => other !== match && !clashes(match, other)).length,
    ]),
  )
  return free.toSorted((a, b) => neighbours.get(a)! - neighbours.get(b)!)
}

type SearchNode = { rest: QueueableMatch[]; choices: QueueableMatch[] }

type Search = {
  matches: QueueableMatch[]
  last: QueueableMatch | undefined
  choose: Choice
  maxNodes: number
}

function search({ matches, last, choose, maxNodes }: Search): QueueableMatch[] | null {
  const listed = new Set(matches.map((match) => match.id))
  const nodeAfter = (
    before: QueueableMatch | undefined,
    rest: QueueableMatch[],
    done: Set<MatchId>,
  ): SearchNode => {
    const free = rest.filter(
      (match) =>
        !clashes(before, match) && match.after.every((id) => done.has(id) || !listed.has(id)),
    )
    return { rest, choices: choose(free, rest) }
  }
  const order: QueueableMatch[] = []
  const done = new Set<MatchId>()
  const path = [nodeAfter(last, matches, done)]
  for (let nodes = 0; nodes < maxNodes; nodes++) {
    if (order.length === matches.length) return order
    const node = path.at(-1)
    const next = node?.choices.shift()
    if (!node) return null
    if (next) {
      order.push(next)
      done.add(next.id)
      path.push(
        nodeAfter(
          next,
          node.rest.filter((match) => match !== next),
          done,
        ),
      )
      continue
    }
    path.pop()
    const removed = order.pop()
    if (removed) done.delete(removed.id)
  }
  return null
}

/**
 * Without a perfect order: the first match that does not clash with the previous one, else the
 * first.
 */
function greedyOrder(
  matches: QueueableMatch[],
  last: QueueableMatch | undefined,
): QueueableMatch[] {
  const order: QueueableMatch[] = []
  let rest = matches
  const left = new Set(matches.map((match) => match.id))
  const waits = (match: QueueableMatch) => match.after.some((id) => left.has(id))
  while (rest.length > 0) {
    const before = order.at(-1) ?? last
    const free = rest.filter((match) => !waits(match))
    const next = free.find((match) => !clashes(before, match)) ?? free[0] ?? rest[0]!
    order.push(next)
    left.delete(next.id)
    rest = rest.filter((match) => match !== next)
  }
  return order
}
