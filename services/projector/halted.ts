import { TournamentHalted, damageReasons } from '../log/index.ts'
import type { Damage, Log, StoredCommit } from '../log/index.ts'
import { emptyFolded, withCommit } from '../states/index.ts'
import type { FoldedStep } from '../states/index.ts'
import type { Store } from '../store/index.ts'
import { insertHalted } from './writes.ts'

/** A commit as the witness has it. */
export type WitnessedCommit = { seq: number; tournament: number; version: number; chain: string }

export async function haltedIn({ pool }: Pick<Store, 'pool'>): Promise<Damage[]> {
  const text = 'select tournament, seq, version, reason from kept.halted order by tournament'
  return (await pool.query<Damage>(text)).rows
}

export async function halt({ pool }: Pick<Store, 'pool'>, damage: Damage): Promise<void> {
  const text = `${insertHalted} from json_populate_record(null::kept.halted, $1::json)
    on conflict do nothing`
  await pool.query(text, [JSON.stringify(damage)])
}

async function witnessOf({ pool }: Store, tournament: number): Promise<WitnessedCommit[]> {
  const text =
    'select seq, tournament, version, chain from kept.witness where tournament = $1 order by version'
  return (await pool.query<WitnessedCommit>(text, [tournament])).rows
}

/** Folds commits to steps, up to the first one that is damaged. */
export function stepsOf(
  tournament: number,
  commits: StoredCommit[],
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

/** Compares a tournament's log with the witness: its steps that are not in it, or the damage. */
export async function compareTournament(
  log: Pick<Log, 'load'>,
  store: Store,
  tournament: number,
): Promise<{ unseen: FoldedStep[]; damage: Damage | null }> {
  const witnessed = await witnessOf(store, tournament)
  const { steps, damage } = stepsOf(tournament, await log.load(tournament))
  const different = witnessed.find(({ seq, chain }, n) => {
    const { stored } = steps[n] ?? {}
    return stored?.seq !== seq || stored.commit.chain !== chain
  })
  if (!different) return { unseen: steps.slice(witnessed.length), damage }
  const { seq, version } = different
  const reason = steps[version - 1] ? damageReasons.different : damageReasons.missing
  const isSame = damage !== null && damage.version === version
  return {
    unseen: [],
    damage: { tournament, seq, version, reason: isSame ? damage.reason : reason },
  }
}

/**
 * Whether a commit is valid after those before it. If a valid commit differs from the witness, it
 * is not damaged: the whole log is another one.
 */
export async function isIntact(
  log: Pick<Log, 'load'>,
  { commit, seq }: StoredCommit,
): Promise<boolean> {
  const commits = (await log.load(commit.tournament)).filter((stored) => stored.seq <= seq)
  return stepsOf(commit.tournament, commits).damage === null
}
