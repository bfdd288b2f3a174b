// A tournament by other ids: whatever is typed as an id of some kind is replaced, wherever it stands.
import { z } from 'zod'
import { Commit } from './commit.ts'
import type { Event } from './event.ts'
import { idKindOf } from './ids.ts'
import type { IdKind, IdPairs } from './ids.ts'
import { records } from './records.ts'

type Renumber = (kind: IdKind, id: number) => number

/** What is not as its schema says, and where. */
class Unfitting extends Error {}

type Part = z.ZodType & {
  def: {
    innerType?: Part
    element?: Part
    items?: Part[]
    options?: Part[]
    shape?: Record<string, Part>
    discriminator?: string
  }
}

/** A value that its schema takes, with other ids; a field that the schema does not know is refused. */
export function renumbered<T>(schema: z.ZodType, value: T, to: Renumber, at: string[] = []): T {
  const { def } = schema as Part
  const kind = idKindOf(schema)
  if (kind && typeof value === 'number') return to(kind, value) as T
  const inside = (part: Part, one: unknown, name: string | number) =>
    renumbered(part, one, to, [...at, `${name}`])
  if (value === null || value === undefined) return value
  if (def.innerType) return renumbered(def.innerType, value, to, at)
  if (def.options) return renumbered(optionFor(schema as Part, value, at), value, to, at)
  if (Array.isArray(value)) {
    const partAt = (index: number) => def.element ?? def.items?.[index] ?? z.never()
    return value.map((one, index) => inside(partAt(index) as Part, one, index)) as T
  }
  if (!def.shape || typeof value !== 'object') return value
  const { shape } = def
  const fields = Object.entries(value).map(([name, one]) => {
    const part = shape[name]
    if (!part) throw new Unfitting(`${[...at, name].join('.')} is not known here`)
    return [name, inside(part, one, name)]
  })
  return Object.fromEntries(fields) as T
}

function optionFor({ def }: Part, value: unknown, at: string[]): Part {
  const { discriminator: name, options = [] } = def
  const tag = name && (value as Record<string, unknown>)[name]
  const found = options.find((option) =>
    name ? option.def.shape?.[name]?.safeParse(tag).success : option.safeParse(value).success,
  )
  if (found) return found
  throw new Unfitting(`${at.join('.')} is nothing that is known here`)
}

/** Everything of a commit but its chain, which is of what is in it. */
export type CommitBody = Omit<Commit, 'chain'>

const { answer: _, chain: __, events: ___, ...envelope } = Commit.shape
const Envelope = z.object(envelope)

/** A commit by other ids. What its command was answered is left out: nobody sends it again here. */
function renumberedCommit(commit: Commit, to: Renumber): CommitBody {
  const { answer: _, chain: __, events, ...rest } = commit
  const own = renumbered(Envelope, rest, to)
  return { ...own, events: events.map((event, index) => renumberedEvent(event, to, index)) }
}

const [EventSchema] = [Commit.shape.events.element]

function renumberedEvent(event: Event, to: Renumber, index: number): Event {
  const at = ['events', `${index}`]
  if (event.type !== 'Restored') return renumbered(EventSchema, event, to, at)
  const { key, record } = records[event.kind]
  const id = key ? `${to(key, Number(event.id))}` : event.id
  if (event.record === null) return { ...event, id }
  const { error } = record.safeParse(event.record)
  if (error) throw new Unfitting([...at, 'record', ...(error.issues[0]?.path ?? [])].join('.'))
  return { ...event, id, record: renumbered(record, event.record, to, [...at, 'record']) }
}

/** Every id that commits name, by its kind, the smallest first. */
export function idsIn(commits: readonly Commit[]): Map<IdKind, number[]> {
  const found = new Map<IdKind, Set<number>>()
  for (const commit of commits) {
    renumberedCommit(commit, (kind, id) => {
      found.set(kind, (found.get(kind) ?? new Set()).add(id))
      return id
    })
  }
  const sorted = (ids: Set<number>) => [...ids].toSorted((a, b) => a - b)
  return new Map([...found].map(([kind, ids]) => [kind, sorted(ids)]))
}

/** By what a tournament that came here says of its ids. */
export function renumberBy(pairs: IdPairs): Renumber {
  const maps = new Map(Object.entries(pairs).map(([kind, own]) => [kind, new Map(own)]))
  return (kind, id) => {
    const found = maps.get(kind)?.get(id)
    if (found === undefined) throw new Unfitting(`${kind} ${id} is not known here`)
    return found
  }
}

/**
 * A tournament's commits as they come to another Waggle. The first says of how many it is one, and by
 * which ids; teams roll by the numbers that they had where their dice were drawn (R-TB-7).
 */
export function arriving(commits: readonly Commit[], ids: IdPairs, slug: string): CommitBody[] {
  const to = renumberBy(ids)
  const [first, ...later] = commits.map((commit) => renumberedCommit(commit, to))
  if (!first) return []
  const before = commits[0]?.events.find((event) => event.type === 'TournamentImported')
  const rolled = new Map(before?.rollsAs)
  const rollsAs = (ids.team ?? []).map(([there, here]): [number, number] => [
    here,
    rolled.get(there) ?? there,
  ])
  const events = first.events.flatMap((event): Event[] => {
    if (event.type === 'TournamentImported') return []
    return [event.type === 'TournamentCreated' ? { ...event, slug } : event]
  })
  const arrival = { commits: commits.length, ids, rollsAs }
  return [
    { ...first, events: [{ type: 'TournamentImported', v: 1, ...arrival }, ...events] },
    ...later,
  ]
}
