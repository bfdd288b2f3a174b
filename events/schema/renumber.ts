// Renumbers a tournament: every value that its schema types as an id is replaced.
import { z } from 'zod'
import { Commit } from './commit.ts'
import { records } from './event.ts'
import type { Event } from './event.ts'
import { idKindOf } from './parts/ids.ts'
import type { IdKind, IdPairs } from './parts/ids.ts'

type Renumber = (kind: IdKind, id: number) => number

/** A value does not match its schema; the message has the path. */
class SchemaMismatch extends Error {}

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

/** A value with other ids. A field that is missing in the schema throws an error. */
export function renumbered<T>(schema: z.ZodType, value: T, to: Renumber, at: string[] = []): T {
  const { def } = schema as Part
  const kind = idKindOf(schema)
  if (kind && typeof value === 'number') return to(kind, value) as T
  const renumberPart = (part: Part, child: unknown, name: string | number) =>
    renumbered(part, child, to, [...at, `${name}`])
  if (value === null || value === undefined) return value
  if (def.innerType) return renumbered(def.innerType, value, to, at)
  if (def.options) return renumbered(optionFor(schema as Part, value, at), value, to, at)
  if (Array.isArray(value)) {
    const partAt = (index: number) => def.element ?? def.items?.[index] ?? z.never()
    return value.map((item, index) => renumberPart(partAt(index) as Part, item, index)) as T
  }
  if (!def.shape || typeof value !== 'object') return value
  const { shape } = def
  const fields = Object.entries(value).map(([name, child]) => {
    const part = shape[name]
    if (!part) throw new SchemaMismatch(`${[...at, name].join('.')} is not known here`)
    return [name, renumberPart(part, child, name)]
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
  throw new SchemaMismatch(`${at.join('.')} is nothing that is known here`)
}

/** A commit without its chain, which depends on its content. */
export type CommitBody = Omit<Commit, 'chain'>

const { answer: _, chain: __, events: ___, ...envelope } = Commit.shape
const Envelope = z.object(envelope)

/** A commit with other ids. It has no answer, because its command is never sent again here. */
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
  if (error) throw new SchemaMismatch([...at, 'record', ...(error.issues[0]?.path ?? [])].join('.'))
  return { ...event, id, record: renumbered(record, event.record, to, [...at, 'record']) }
}

/** All ids in commits, by kind, in ascending order. */
export function idsIn(commits: readonly Commit[]): Map<IdKind, number[]> {
  const byKind = new Map<IdKind, Set<number>>()
  for (const commit of commits) {
    renumberedCommit(commit, (kind, id) => {
      byKind.set(kind, (byKind.get(kind) ?? new Set()).add(id))
      return id
    })
  }
  const sorted = (ids: Set<number>) => [...ids].toSorted((a, b) => a - b)
  return new Map([...byKind].map(([kind, ids]) => [kind, sorted(ids)]))
}

/** Renumbers by the id pairs of an imported tournament. */
export function renumberBy(pairs: IdPairs): Renumber {
  const maps = new Map(Object.entries(pairs).map(([kind, own]) => [kind, new Map(own)]))
  return (kind, id) => {
    const found = maps.get(kind)?.get(id)
    if (found === undefined) throw new SchemaMismatch(`${kind} ${id} is not known here`)
    return found
  }
}

/**
 * The commits of a tournament for import into another Waggle. The first one has the import header.
 * Teams keep rolling by the numbers that they had where their dice were drawn (R-TB-7).
 */
export function importedCommits(
  commits: readonly Commit[],
  ids: IdPairs,
  slug: string,
): CommitBody[] {
  const to = renumberBy(ids)
  const [first, ...later] = commits.map((commit) => renumberedCommit(commit, to))
  if (!first) return []
  const earlierImport = commits[0]?.events.find((event) => event.type === 'TournamentImported')
  const rolled = new Map(earlierImport?.rollsAs)
  const rollsAs = (ids.team ?? []).map(([sourceId, id]): [number, number] => [
    id,
    rolled.get(sourceId) ?? sourceId,
  ])
  const events = first.events.flatMap((event): Event[] => {
    if (event.type === 'TournamentImported') return []
    return [event.type === 'TournamentCreated' ? { ...event, slug } : event]
  })
  const header = { commits: commits.length, ids, rollsAs }
  return [
    { ...first, events: [{ type: 'TournamentImported', v: 1, ...header }, ...events] },
    ...later,
  ]
}
