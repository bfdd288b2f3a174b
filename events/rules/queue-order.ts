import type { MatchId, StageId, TeamId } from '../ids.ts'

/** A match to be put in a queue. */
export type Queued = {
  id: MatchId
  stage: StageId
  num: number
  round: string
  /** as far as they are known */
  teams: TeamId[]
  /** the matches it waits for */
  after: MatchId[]
}

/** Comparisons of two matches: a longer search finds nothing that a referee would miss. */
const maxWork = 3_000_000

/**
 * The order of a queue that is filled (R-RR-4): the first round of each stage, then the second of
 * each, and no team twice in a row where there is such an order. No match comes before one it waits
 * for. `last` is what stands in the queue already.
 */
export function queueOrder(matches: Queued[], last?: Queued): MatchId[] {
  const inRounds = interleaved(matches)
  const count = Math.max(1, matches.length)
  const found =
    search({ matches: inRounds, last, choose: inOrder, maxNodes: 2 * count + maxWork / count }) ??
    search({ matches: inRounds, last, choose: rarestFirst, maxNodes: maxWork / count ** 2 })
  return (found ?? leastBad(inRounds, last)).map((match) => match.id)
}

/** A r1, B r1, A r2, B r2 … */
function interleaved(matches: Queued[]): Queued[] {
  const stages = new Map<StageId, Queued[][]>()
  for (const match of matches.toSorted((a, b) => a.num - b.num)) {
    const rounds = stages.get(match.stage) ?? []
    stages.set(match.stage, rounds)
    const round = rounds.at(-1)
    if (round?.[0]?.round === match.round) round.push(match)
    else rounds.push([match])
  }
  const given = [...new Set(matches.map((match) => match.stage))]
  const all = given.map((stage) => stages.get(stage)!)
  const most = Math.max(0, ...all.map((rounds) => rounds.length))
  return Array.from({ length: most }, (_, index) => all.flatMap((own) => own[index] ?? [])).flat()
}

/** One of the teams could play both. */
function meet(one: Queued | undefined, two: Queued): boolean {
  if (!one) return false
  return two.after.includes(one.id) || one.teams.some((team) => two.teams.includes(team))
}

type Choice = (free: Queued[], rest: Queued[]) => Queued[]

const inOrder: Choice = (free) => free

/** Who has the fewest others to stand beside first: at the end it would find no place. */
const rarestFirst: Choice = (free, rest) => {
  const room = new Map(
    free.map((match) => [match, rest.filter((one) => one !== match && !meet(match, one)).length]),
  )
  return free.toSorted((a, b) => room.get(a)! - room.get(b)!)
}

type SearchNode = { rest: Queued[]; choices: Queued[] }

type Search = { matches: Queued[]; last: Queued | undefined; choose: Choice; maxNodes: number }

function search({ matches, last, choose, maxNodes }: Search): Queued[] | null {
  const listed = new Set(matches.map((match) => match.id))
  const nodeAfter = (
    before: Queued | undefined,
    rest: Queued[],
    done: Set<MatchId>,
  ): SearchNode => {
    const free = rest.filter(
      (match) => !meet(before, match) && match.after.every((id) => done.has(id) || !listed.has(id)),
    )
    return { rest, choices: choose(free, rest) }
  }
  const order: Queued[] = []
  const done = new Set<MatchId>()
  const path = [nodeAfter(last, matches, done)]
  for (let taken = 0; taken < maxNodes; taken++) {
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
    const back = order.pop()
    if (back) done.delete(back.id)
  }
  return null
}

/** There is none without: the first that does not meet the one before, or the first of all. */
function leastBad(matches: Queued[], last: Queued | undefined): Queued[] {
  const order: Queued[] = []
  let rest = matches
  const left = new Set(matches.map((match) => match.id))
  const waits = (match: Queued) => match.after.some((id) => left.has(id))
  while (rest.length > 0) {
    const before = order.at(-1) ?? last
    const free = rest.filter((match) => !waits(match))
    const next = free.find((match) => !meet(before, match)) ?? free[0] ?? rest[0]!
    order.push(next)
    left.delete(next.id)
    rest = rest.filter((match) => match !== next)
  }
  return order
}
