import type { Change } from '../../../events/view/frames.ts'
import type { Store } from '../../store/index.ts'
import type { TournamentId } from '../../../events/ids.ts'

/** True once every read shows this version of the tournament, false when that takes too long. */
export type AwaitProjection = (
  tournament: TournamentId,
  version: number,
  timeoutMs: number,
) => Promise<boolean>

/** Where frames are heard; without it the database is asked again and again. */
export type Frames = {
  subscribe(subject: string, each: (message: unknown, subject: string) => void): () => void
}

const askFirstMs = 100
const askEveryMs = 50

type WaitingAnswer = { version: number; done: () => void }

/** P12: an answer waits until the projection has it. A frame is said after its rows are stored. */
export function openAwaitProjection(
  store: Store,
  frames?: Frames,
): { projected: AwaitProjection; close(): void } {
  const versions = new Map<number, number>()
  const waiting = new Map<number, Set<WaitingAnswer>>()

  function arrived(tournament: TournamentId, version: number): void {
    if (version <= (versions.get(tournament) ?? 0)) return
    versions.set(tournament, version)
    for (const waiter of waiting.get(tournament) ?? []) {
      if (waiter.version <= version) waiter.done()
    }
  }

  const end = frames?.subscribe('frame.*', (message) => {
    const { tournament, version } = message as Pick<Change, 'tournament' | 'version'>
    arrived(tournament, version)
  })

  async function ask(tournament: TournamentId): Promise<void> {
    const row = await store.db
      .selectFrom('view.tournamentVersion')
      .select('version')
      .where('tournament', '=', tournament)
      .executeTakeFirst()
    if (row) arrived(tournament, row.version)
  }

  async function projected(
    tournament: TournamentId,
    version: number,
    timeoutMs: number,
  ): Promise<boolean> {
    if ((versions.get(tournament) ?? 0) >= version) return true
    const mine = waiting.get(tournament) ?? new Set<WaitingAnswer>()
    waiting.set(tournament, mine)
    let asks: NodeJS.Timeout | undefined
    let giveUp: NodeJS.Timeout | undefined
    return new Promise<boolean>((resolve) => {
      const waiter = { version, done: () => end(true) }
      const end = (is: boolean) => {
        clearTimeout(asks)
        clearTimeout(giveUp)
        mine.delete(waiter)
        if (mine.size === 0) waiting.delete(tournament)
        resolve(is)
      }
      const again = () => {
        // A lost frame, or a database that is away: the next question decides.
        void ask(tournament)
          .catch(() => {})
          .then(() => {
            if (mine.has(waiter)) asks = setTimeout(again, askEveryMs)
          })
      }
      mine.add(waiter)
      asks = setTimeout(again, frames ? askFirstMs : 5)
      giveUp = setTimeout(end, timeoutMs, false)
    })
  }

  return { projected, close: () => end?.() }
}
