import type { CabinetEvent } from '#events/schema/cabinet-facts.ts'
import type { Commit } from '#events/schema/commit.ts'
import { chainOf, firstChain, firstOf, pairAt, replaceCommits } from '../log/index.ts'
import type { Log, LogPair, Replacement, StoredFacts } from '../log/index.ts'
import type { Store } from '../store/index.ts'
import type { CabinetId, TournamentId } from '#events/ids.ts'
import { haltedIn, isIntact } from './halted.ts'
import { checkpointName } from './writes.ts'

/**
 * `replaced`: commits damaged in the middle of the log, whose replacements are stored beside it;
 * `lostRows`: messages of cabinet facts that the log has and whose rows the database has lost;
 * `lostFacts`: positions in the middle of the log whose cabinet facts only the rows have now
 */
type Repaired = {
  commits: number
  facts: number
  replaced: number
  lostRows: number
  lostFacts: number[]
}
/** The log differs from the witness, so nothing can be appended to it. */
export class CannotRepair extends Error {}

const pageSize = 1_000

/**
 * Restores messages that the log has lost: commits from the witness, cabinet facts from their rows,
 * each at its old position (P9). Everything is checked before anything is written.
 */
export async function repair(log: Log, store: Store): Promise<Repaired> {
  const commits = await missingCommits(log, store)
  const facts: MissingFacts[] = []
  for (const pair of log.pairs) facts.push(await missingFacts({ log, store, pair }))
  const { replacements } = commits
  if (replacements.length > 0) await replaceCommits(log, replacements)
  await commits.append()
  for (const { append } of facts) await append()
  const count = facts.reduce((sum, each) => sum + each.count, 0)
  const lostRows = facts.reduce((sum, each) => sum + each.lostRows, 0)
  const lostFacts = facts.flatMap((each) => each.lostFacts)
  return {
    commits: commits.count,
    facts: count,
    replaced: replacements.length,
    lostRows,
    lostFacts,
  }
}

type Missing = { count: number; append(): Promise<void> }
type MissingFacts = Missing & { lostRows: number; lostFacts: number[] }
type MissingCommits = Missing & { replacements: Replacement[] }
type MissingCommit = {
  seq: number
  tournament: TournamentId
  version: number
  chain: string
  commit: Commit
}
type Head = { seq: number; version: number; chain: string }

async function missingCommits(log: Log, store: Store): Promise<MissingCommits> {
  const text = 'select * from kept.witness where seq > $1 order by seq limit $2'
  const heads = new Map<number, Head>()
  const tails = await Promise.all(log.pairs.map((pair) => pair.tail()))
  const halted = new Set((await haltedIn(store)).map(({ tournament }) => tournament))
  const missing: MissingCommit[] = []
  const replacements: Replacement[] = []
  let last = 0
  for (;;) {
    const { rows } = await store.pool.query<MissingCommit>(text, [last, pageSize])
    for (const seen of rows) {
      const from = Math.max(last + 1, firstOf(pairAt(seen.seq)))
      for (let seq = from; seq < seen.seq; seq++) await expectSkipped(log, halted, seq)
      last = seen.seq
      const tail = tails[pairAt(seen.seq)] ?? 0
      const head = heads.get(seen.tournament) ?? { seq: 0, version: 0, chain: firstChain }
      const follows = seen.version === head.version + 1
      if (!follows || seen.chain !== chainOf(head.chain, seen.commit)) {
        throw new CannotRepair(`The witness has been altered at ${seen.seq}.`)
      }
      if (seen.seq <= tail && (await isDamaged(log, seen, head.chain))) {
        replacements.push({ seq: seen.seq, commit: seen.commit })
      }
      heads.set(seen.tournament, { seq: seen.seq, version: seen.version, chain: seen.chain })
      if (seen.seq > tail) missing.push(seen)
    }
    if (rows.length < pageSize) break
  }
  return { count: missing.length, append: () => appendCommits(log, missing), replacements }
}

/** Only commits of halted tournaments may be in the log and not in the witness. */
async function expectSkipped(log: Log, halted: Set<number>, seq: number): Promise<void> {
  const stored = await log.at(seq)
  const isSkipped = stored ? halted.has(stored.commit.tournament) : halted.size > 0
  if (!isSkipped) {
    throw new CannotRepair(
      `The witness lacks ${seq}: npm run rebuild adds it from a log that is whole.`,
    )
  }
}

/** Throws if another valid commit is at that position: that is not damage, and is not replaced. */
async function isDamaged(
  log: Log,
  { seq, chain }: MissingCommit,
  before: string,
): Promise<boolean> {
  const stored = await log.at(seq)
  if (stored?.commit.chain === chain && chainOf(before, stored.commit) === chain) return false
  if (!stored || !(await isIntact(log, stored))) return true
  throw new CannotRepair(`The log differs at ${seq} from what the database has seen.`)
}

async function appendCommits(log: Log, missing: MissingCommit[]): Promise<void> {
  const heads = new Map<number, number>()
  for (const { seq, tournament, commit } of missing) {
    const before = heads.get(tournament) ?? (await log.load(tournament)).at(-1)?.seq ?? 0
    expectAt(seq, await log.append(commit, before))
    heads.set(tournament, seq)
  }
}

type Row = CabinetEvent & { cabinet: CabinetId; seq: number; after: number }

type RepairOptions = { log: Log; store: Store; pair: LogPair }

async function missingFacts({ log, store, pair }: RepairOptions): Promise<MissingFacts> {
  const { rows: checkpoints } = await store.pool.query<{ seq: number }>(
    'select seq from view.checkpoint where name = $1',
    [checkpointName('facts', pair.index)],
  )
  const first = firstOf(pair.index)
  const projected = Math.max(first - 1, checkpoints[0]?.seq ?? 0)
  const tail = await pair.factsTail()
  const common = Math.min(tail, projected)
  const lacking: StoredFacts[] = []
  const lostFacts: number[] = []
  for (let seq = first; seq <= common; seq++) {
    const stored = await log.factsAt(seq)
    if (!stored) lostFacts.push(seq)
    else if (!(await hasRows(store, stored))) lacking.push(stored)
  }
  await expectNoOthers(store, lacking)
  const { rows } = await store.pool.query<Row>(
    `select cabinet, event_id as "eventID", game_id as "gameID", time, type, values, seq, after
     from view.cabinet_event where seq > $1 and seq < $2 order by seq, time, event_id`,
    [tail, firstOf(pair.index + 1)],
  )
  const bySeq = Map.groupBy(rows, (row) => row.seq)
  const count = Math.max(0, projected - tail)
  return {
    count,
    lostRows: lacking.length,
    lostFacts,
    async append() {
      let last = rows[0]
      for (let seq = tail + 1; seq <= projected; seq++) {
        // A message with only duplicate events has no rows, but its position has to be filled.
        const all = bySeq.get(seq) ?? []
        last = all[0] ?? last
        const { cabinet = 0, after = 0 } = last ?? {}
        const events = all.map(({ cabinet: _, seq: __, after: ___, ...event }) => event)
        expectAt(seq, { seq: await log.appendFacts({ cabinet, after, events }) })
      }
    },
  }
}

async function hasRows({ pool }: Store, { seq, facts }: StoredFacts): Promise<boolean> {
  const ids = [...new Set(facts.events.map((event) => event.eventID))]
  const { rows } = await pool.query<{ n: number }>(
    `select count(*)::int as n from view.cabinet_event
     where cabinet = $1 and event_id = any($2) and seq <= $3`,
    [facts.cabinet, ids, seq],
  )
  return rows[0]?.n === ids.length
}

/** Rows with other events than the log has at their position: it is another log. */
async function expectNoOthers({ pool }: Store, lacking: StoredFacts[]): Promise<void> {
  const bySeq = new Map(lacking.map(({ seq, facts }) => [seq, facts]))
  const { rows } = await pool.query<{ seq: number; cabinet: number; eventID: string }>(
    `select seq, cabinet, event_id as "eventID" from view.cabinet_event
     where seq = any($1) order by seq`,
    [[...bySeq.keys()]],
  )
  for (const { seq, cabinet, eventID } of rows) {
    const facts = bySeq.get(seq)
    const isInLog = facts?.events.some((event) => event.eventID === eventID)
    if (facts?.cabinet !== cabinet || !isInLog) throw differsAt(seq)
  }
}

function differsAt(seq: number): CannotRepair {
  const where = `The log of cabinet facts differs at ${seq}`
  return new CannotRepair(`${where} from what the database has seen.`)
}

function expectAt(seq: number, answer: { seq: number } | 'conflict'): void {
  if (answer !== 'conflict' && answer.seq === seq) return
  throw new CannotRepair(`Somebody else writes to the log: ${seq} is taken. Stop everything first.`)
}
