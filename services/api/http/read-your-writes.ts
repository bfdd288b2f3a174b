import type { Change } from '#events/view/frames.ts'
import type { Store } from '../../store/index.ts'
import type { TournamentId } from '#events/ids.ts'

/**
 * Resolves to true once every read shows this version of the tournament, false on timeout. An old
 * version, of a repeated command, is looked up again, because a fail-over may have lost rows that
 * were seen before; the projector writes them again.
 */
export type AwaitProjection = (
  tournament: TournamentId,
  version: number,
  timeoutMs: number,
  isOld?: boolean,
) => Promise<boolean>

/** The highest version of the tournament that was seen here; 0 if none was. */
export type SeenVersion = (tournament: TournamentId) => number

/** A source of frames. Without one, the database is polled. */
export type Frames = {
  subscribe(subject: string, each: (message: unknown, subject: string) => void): () => void
}

const firstPollMs = 100
const pollMs = 50

type Waiter = { version: number; done: () => void }

/**
 * P12: answers wait until the projection has their version. Frames are published after their rows.
 */
export function openAwaitProjection(
  store: Store,
  frames?: Frames,
): { projected: AwaitProjection; seenVersion: SeenVersion; close(): void } {
  const versions = new Map<number, number>()
  const waiting = new Map<number, Set<Waiter>>()

  const seenVersion: SeenVersion = (tournament) => versions.get(tournament) ?? 0

  function onVersion(tournament: TournamentId, version: number): void {
    if (version <= seenVersion(tournament)) return
    versions.set(tournament, version)
    for (const waiter of waiting.get(tournament) ?? []) {
      if (waiter.version <= version) waiter.done()
    }
  }

  const unsubscribe = frames?.subscribe('frame.*', (message) => {
    const { tournament, version } = message as Pick<Change, 'tournament' | 'version'>
    onVersion(tournament, version)
  })

  async function poll(tournament: TournamentId): Promise<void> {
    const version = await versionIn(store, tournament)
    if (version !== undefined) onVersion(tournament, version)
  }

  async function projected(
    tournament: TournamentId,
    version: number,
    timeoutMs: number,
    isOld = false,
  ): Promise<boolean> {
    if (isOld) {
      versions.delete(tournament)
      await poll(tournament).catch(() => {})
    }
    if (seenVersion(tournament) >= version) return true
    const waiters = waiting.get(tournament) ?? new Set<Waiter>()
    waiting.set(tournament, waiters)
    let pollTimer: NodeJS.Timeout | undefined
    let timeoutTimer: NodeJS.Timeout | undefined
    return new Promise<boolean>((resolve) => {
      const waiter = { version, done: () => finish(true) }
      const finish = (isProjected: boolean) => {
        clearTimeout(pollTimer)
        clearTimeout(timeoutTimer)
        waiters.delete(waiter)
        if (waiters.size === 0) waiting.delete(tournament)
        resolve(isProjected)
      }
      const pollAgain = async () => {
        // Errors are ignored: the next poll, or the timeout, decides.
        await poll(tournament).catch(() => {})
        if (waiters.has(waiter)) pollTimer = setTimeout(() => void pollAgain(), pollMs)
      }
      waiters.add(waiter)
      pollTimer = setTimeout(() => void pollAgain(), frames ? firstPollMs : 5)
      timeoutTimer = setTimeout(finish, timeoutMs, false)
    })
  }

  return { projected, seenVersion, close: () => unsubscribe?.() }
}

async function versionIn({ db }: Store, tournament: TournamentId): Promise<number | undefined> {
  const found = db.selectFrom('view.tournamentVersion').select('version')
  return (await found.where('tournament', '=', tournament).executeTakeFirst())?.version
}
