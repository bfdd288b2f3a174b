import { publicIdOf } from '../../../../events/schema/public-command-id.ts'
import type { Frame, Recent } from '../../../../events/view/frames.ts'

/** What this device has done to a tournament: the bar offers to undo it, and nobody else's. */
export type OwnSteps = {
  /** a command is being sent from here */
  sent(command: string): void
  isOwn(commit: string): boolean
  read(): Recent[]
  write(steps: Recent[]): void
}
type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>

const idsKept = 200
const stepsKept = 20

/** In the browser's own storage: all its tabs are one device, and a reload forgets nothing. */
export function ownStepsIn(storage: () => Storage, tournament: number): OwnSteps {
  const key = `waggle:own-steps:${tournament}`
  return {
    sent: (command) => noteSent(storage, command),
    isOwn: (commit) => wasSent(storage, commit),
    read: () => listIn<Recent>(storage, key),
    write: (steps) => put(storage, key, steps),
  }
}

const idsKey = 'waggle:own-commands'
/** Where nothing can be stored, what was sent since the page was loaded. */
const sentHere = new Set<string>()

export function noteSent(storage: () => Storage, command: string): void {
  if (sentHere.has(command)) return
  sentHere.add(command)
  put(storage, idsKey, [...listIn<string>(storage, idsKey), command].slice(-idsKept))
}

function wasSent(storage: () => Storage, commit: string): boolean {
  const isOf = (command: string) => publicIdsOf(command).includes(commit)
  return [...sentHere].some(isOf) || listIn<string>(storage, idsKey).some(isOf)
}

/** A request can be several commands: they have its id with a number behind it. */
const partsAtMost = 8
const publicIds = new Map<string, readonly string[]>()

/** Frames tell commands by their public ids alone; worked out once, for each frame asks. */
function publicIdsOf(command: string): readonly string[] {
  const cached = publicIds.get(command)
  if (cached) return cached
  const parts = Array.from({ length: partsAtMost }, (_, index) => `${command}:${index + 1}`)
  const ids = [command, ...parts].map(publicIdOf)
  publicIds.set(command, ids)
  return ids
}

function listIn<T>(storage: () => Storage, key: string): T[] {
  try {
    return JSON.parse(storage().getItem(key) ?? '[]') as T[]
  } catch {
    return []
  }
}

function put(storage: () => Storage, key: string, list: readonly unknown[]): void {
  try {
    storage().setItem(key, JSON.stringify(list))
  } catch {
    // A full or forbidden store only costs the memory over a reload.
  }
}

/** The own steps after a frame, newest first: new ones come, those that were undone go. */
export function ownAfter(own: Recent[], frame: Frame, isOwn: (commit: string) => boolean) {
  if (frame.type === 'here') return own
  // A restored server may have forgotten steps that this device remembers.
  const known = own.filter(({ version }) => version <= frame.version)
  const since = frame.type === 'change' ? [frame] : frame.recent.toReversed()
  const next = since.reduce((steps, step) => withStep(steps, step, isOwn), known)
  const isSame = next.length === own.length && next.every((step, i) => step === own[i])
  return isSame ? own : next.slice(0, stepsKept)
}

function withStep(own: Recent[], { version, at, commit }: Recent, isOwn: (id: string) => boolean) {
  const undone = undoneBy(commit)
  if (undone.length > 0) return own.filter((step) => !undone.includes(step.version))
  if (own.some((step) => step.version === version) || !isOwn(commit.id)) return own
  return [{ version, at, commit }, ...own].toSorted((a, b) => b.version - a.version)
}

/** The versions that an undo took back. */
export function undoneBy({ undone, undoes }: Recent['commit']): readonly number[] {
  return undone ?? (undoes === null ? [] : [undoes])
}
