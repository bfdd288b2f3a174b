import { publicIdOf } from '#events/public-command-id.ts'
import type { Frame, Recent } from '#events/view/frames.ts'
import { storeValue, storedValue } from '../storage/storage.ts'
import type { OpenStorage } from '../storage/storage.ts'

/** The steps that this device has made. The last-action bar offers to undo only these. */
export type OwnSteps = {
  /** notes that this device is sending a command */
  sent(command: string): void
  isOwn(commit: string): boolean
  read(): Recent[]
  write(steps: Recent[]): void
}

const idsKept = 200
const stepsKept = 20

/** Kept in the browser's local storage, so all tabs count as one device and a reload keeps them. */
export function ownStepsIn(storage: OpenStorage, tournament: number): OwnSteps {
  const key = `waggle:own-steps:${tournament}`
  return {
    sent: (command) => recordSent(storage, command),
    isOwn: (commit) => wasSent(storage, commit),
    read: () => (storedValue(key, storage) as Recent[] | null) ?? [],
    write: (steps) => void storeValue(key, steps, storage),
  }
}

const idsKey = 'waggle:own-commands'
/** Commands sent since the page was loaded, for browsers that cannot store anything. */
const sentByPage = new Set<string>()

export function recordSent(storage: OpenStorage, command: string): void {
  if (sentByPage.has(command)) return
  sentByPage.add(command)
  storeValue(idsKey, [...storedIds(storage), command].slice(-idsKept), storage)
}

function wasSent(storage: OpenStorage, commit: string): boolean {
  const isOf = (command: string) => publicIdsOf(command).includes(commit)
  return [...sentByPage].some(isOf) || storedIds(storage).some(isOf)
}

/** One request can become several commands, whose ids are its id with `:1`, `:2` … appended. */
const maxCommands = 8
const publicIds = new Map<string, readonly string[]>()

/** The ids under which frames may name a command. Cached, because every frame is checked. */
function publicIdsOf(command: string): readonly string[] {
  const cached = publicIds.get(command)
  if (cached) return cached
  const parts = Array.from({ length: maxCommands }, (_, index) => `${command}:${index + 1}`)
  const ids = [command, ...parts].map(publicIdOf)
  publicIds.set(command, ids)
  return ids
}

const storedIds = (storage: OpenStorage) => (storedValue(idsKey, storage) as string[] | null) ?? []

/** The own steps after a frame, newest first: adds new ones and removes those that were undone. */
export function ownAfter(own: Recent[], frame: Frame, isOwn: (commit: string) => boolean) {
  if (frame.type === 'here') return own
  // A server that was restored from a backup may lack steps that this device remembers.
  const present = own.filter(({ version }) => version <= frame.version)
  const since = frame.type === 'change' ? [frame] : frame.recent.toReversed()
  const next = since.reduce((steps, step) => withStep(steps, step, isOwn), present)
  const isSame = next.length === own.length && next.every((step, i) => step === own[i])
  return isSame ? own : next.slice(0, stepsKept)
}

function withStep(own: Recent[], { version, at, commit }: Recent, isOwn: (id: string) => boolean) {
  const undone = undoneBy(commit)
  if (undone.length > 0) return own.filter((step) => !undone.includes(step.version))
  if (own.some((step) => step.version === version) || !isOwn(commit.id)) return own
  return [{ version, at, commit }, ...own].toSorted((a, b) => b.version - a.version)
}

/** The versions that an undo reverted. */
export function undoneBy({ undone, undoes }: Recent['commit']): readonly number[] {
  return undone ?? (undoes === null ? [] : [undoes])
}
