// Converts messages of the streams to commits of tournaments and facts of cabinets.
import { createHash } from 'node:crypto'
import { canonicalJson } from '#events/canonical-json.ts'
import type { Facts } from '#events/schema/cabinet-facts.ts'
import type { Commit } from '#events/schema/commit.ts'
import { readCommit } from '#events/schema/upcast.ts'
import type { Message } from './streams/message.ts'

/** A commit and its position in the log. The version of an unreadable commit is 0. */
export type StoredCommit = { commit: Commit; seq: number }
/** Facts, their position, and the time at which the log stored them by its own clock (ISO, UTC). */
export type StoredFacts = { facts: Facts; seq: number; at: string }

export function parseCommit(message: Message): StoredCommit {
  return { commit: readOrNull(message) ?? unreadable(Number(message.key)), seq: message.seq }
}

/** Null if it is damaged, or its tournament is not the one of its subject. */
function readOrNull({ key, json }: Message): Commit | null {
  try {
    const commit = readCommit(json())
    const { tournament, version, chain, events } = commit
    const isComplete = version > 0 && typeof chain === 'string' && Array.isArray(events)
    return isComplete && `${tournament}` === key ? commit : null
  } catch {
    return null
  }
}

/** Replaces a commit that cannot be read. It has no events, and its chain never matches. */
function unreadable(tournament: number): Commit {
  const by = { kind: 'service', name: 'log' } as const
  const command = { type: 'ChangeTournament' } as const
  return { id: '', tournament, version: 0, at: '', by, command, events: [], chain: '' }
}

export function parseFacts(message: Message): StoredFacts {
  return { facts: message.json() as Facts, seq: message.seq, at: message.time }
}

export const firstChain = '0'.repeat(64)

/**
 * sha256(previous chain + the commit without its own chain), in hex. An altered commit invalidates
 * the chains of all later ones.
 */
export function chainOf(previous: string, commit: Omit<Commit, 'chain'>): string {
  const { chain: _, ...body } = commit as Commit
  return createHash('sha256').update(previous).update(canonicalJson(body)).digest('hex')
}
