import { TournamentHalted, damageReasons } from '../log/index.ts'
import type { Damage, Log, Stored } from '../log/index.ts'
import { emptyFolded, withCommit } from '../states/index.ts'
import type { FoldedStep } from '../states/index.ts'
import type { Store } from '../store/index.ts'
import { halting } from './writes.ts'

/** What the database saw of a commit. */
export type Seen = { seq: number; tournament: number; version: number; chain: string }

export async function haltedIn({ pool }: Pick<Store, 'pool'>): Promise<Damage[]> {
  const text = 'select tournament, seq, version, reason from kept.halted order by tournament'
  return (await pool.query<Damage>(text)).rows
}

export async function halt({ pool }: Pick<Store, 'pool'>, damage: Damage): Promise<void> {
  const text = `${halting} from json_populate_record(null::kept.halted, $1::json)
    on conflict do nothing`
  await pool.query(text, [JSON.stringify(damage)])
}

async function seenOf({ pool }: Store, tournament: number): Promise<Seen[]> {
  const text =
    'select seq, tournament, version, chain from kept.witness where tournament = $1 order by version'
  return (await pool.query<Seen>(text, [tournament])).rows
}

/** The commits as steps, as far as each follows from those before it, and where one does not. */
export function stepsOf(
  tournament: number,
  commits: Stored[],
): { steps: FoldedStep[]; damage: Damage | null } {
  const steps: FoldedStep[] = []
  let before = emptyFolded(tournament)
  try {
    for (const stored of commits) {
      const after = withCommit(before, stored)
      steps.push({ stored, before, after })
      before = after
    }
  } catch (error) {
    if (!(error instanceof TournamentHalted)) throw error
    return { steps, damage: error.damage }
  }
  return { steps, damage: null }
}

/** The steps of a tournament that the database has not seen, or where its log is not what it saw. */
export async function lookAt(
  log: Pick<Log, 'load'>,
  store: Store,
  tournament: number,
): Promise<{ unseen: FoldedStep[]; damage: Damage | null }> {
  const seen = await seenOf(store, tournament)
  const { steps, damage } = stepsOf(tournament, await log.load(tournament))
  const other = seen.find(({ seq, chain }, n) => {
    const { stored } = steps[n] ?? {}
    return stored?.seq !== seq || stored.commit.chain !== chain
  })
  if (!other) return { unseen: steps.slice(seen.length), damage }
  const { seq, version } = other
  const reason = steps[version - 1] ? damageReasons.different : damageReasons.missing
  const isSame = damage !== null && damage.version === version
  return {
    unseen: [],
    damage: { tournament, seq, version, reason: isSame ? damage.reason : reason },
  }
}

/** A commit that follows from those before it is not damaged: the log itself is another one. */
export async function isWhole(log: Pick<Log, 'load'>, { commit, seq }: Stored): Promise<boolean> {
  const before = (await log.load(commit.tournament)).filter((one) => one.seq <= seq)
  return stepsOf(commit.tournament, before).damage === null
}
