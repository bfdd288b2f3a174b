import { english } from '#events/messages/english.ts'
import type { Commit } from '#events/schema/commit.ts'
import type { Store } from '../../store/index.ts'
import type { CommitEntry } from '../../states/index.ts'
import type { HistoryEntry } from '../schema/match/history.ts'
import type { TournamentId } from '#events/ids.ts'

/** The commits of `entries`, which are all of one tournament, as lines of the history. */
export async function linesOf(
  store: Store,
  tournament: TournamentId,
  entries: readonly CommitEntry[],
): Promise<HistoryEntry[]> {
  if (entries.length === 0) return []
  const rows = await store.db
    .selectFrom('kept.witness')
    .select(['version', 'commit'])
    .where('tournament', '=', tournament)
    .where(
      'version',
      'in',
      entries.map(({ version }) => version),
    )
    .execute()
  const commits = new Map(rows.map(({ version, commit }) => [version, commit]))
  const names = await namesOf(store, entries)
  const published = await publishedDice(store, tournament)
  return entries.flatMap((one) => {
    const commit = commits.get(one.version)
    if (!commit) return []
    const { officialMessage: message, matches, cabinets, by } = one
    const { shown, isWhole } = redactCommit(commit, published)
    return [
      {
        ...shown,
        text: english(message),
        message,
        byName: authorName(names, by),
        matches,
        cabinets,
        isWhole,
      },
    ]
  })
}

type Names = Map<number, string>

export async function namesOf(store: Store, entries: readonly CommitEntry[]): Promise<Names> {
  const persons = entries.flatMap(({ by }) => (by.kind === 'person' ? [by.id] : []))
  if (persons.length === 0) return new Map()
  const rows = await store.db
    .selectFrom('kept.person')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(persons)])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** A person's or key's name; a service of the server is named like `Waggle (referee)`. */
export function authorName(names: Names, by: Commit['by']): string | null {
  if (by.kind === 'person') return names.get(by.id) ?? null
  return by.kind === 'key' ? by.name : `Waggle (${by.name})`
}

/** A commit without secret dice, and whether it is complete (`isWhole`). */
export function redactCommit(commit: Commit, published: Set<string>) {
  const redactedCommit = withoutDice(commit, published) as Commit
  return {
    shown: redactedCommit,
    isWhole: JSON.stringify(redactedCommit) === JSON.stringify(commit),
  }
}

/** The dice that are public by now. */
export async function publishedDice({ db }: Store, tournament: TournamentId): Promise<Set<string>> {
  const rows = await db
    .selectFrom('view.bracket')
    .select('dice')
    .where('tournament', '=', tournament)
    .where('dice', 'is not', null)
    .execute()
  return new Set(rows.flatMap(({ dice }) => (dice === null ? [] : [dice])))
}

/** Dice of a stage in play would reveal its future sides and its last tie-break (R-TB-7). */
function withoutDice(value: unknown, published: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutDice(one, published))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(
    ([name, dice]) => name !== 'dice' || published.has(String(dice)),
  )
  return Object.fromEntries(entries.map(([name, one]) => [name, withoutDice(one, published)]))
}
