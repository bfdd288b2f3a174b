import type { Change } from '../../../events/view/frames.ts'
import type { Store } from '../../store/index.ts'
import { busyCabinets, cabinetStates, namedMatches } from '../../queries/cabinet-matches.ts'
import type { CabinetState, CurrentMatch } from '../../queries/cabinet-matches.ts'
import type { Message } from './gamestate.ts'
import { assignedCabinets } from '../tournament/source.ts'
import type { CabinetId, TournamentId } from '../../../events/ids.ts'

type Changed = (cabinet: CabinetId, messages: Message[]) => Promise<void>

/** What is played at every cabinet, read anew after changes that can touch it, and compared. */
export class MatchWatch {
  readonly #store: Store
  readonly #failed: (error: unknown) => void
  readonly #changed: Changed
  readonly #states = new Map<CabinetId, CabinetState>()
  /** where matches of a tournament are being played, its own cabinets or not */
  readonly #played = new Map<TournamentId, Set<CabinetId>>()
  /** tournaments that changed since they were read; more changes meanwhile make one reading */
  readonly #dirty = new Set<TournamentId>()
  #isWorking = false
  /** the newest version of each tournament that a frame told */
  readonly #newest = new Map<TournamentId, number>()
  readonly #waiting = new Set<{ tournament: TournamentId; version: number; done(): void }>()

  constructor(store: Store, failed: (error: unknown) => void, changed: Changed) {
    this.#store = store
    this.#failed = failed
    this.#changed = changed
  }

  /** Reads the present state without announcing it. */
  begin(): void {
    this.#states.clear()
    this.#played.clear()
    this.#work(async () => {
      const busy = await busyCabinets(this.#store)
      for (const { tournament, cabinet } of busy) this.#playedOn(tournament, cabinet)
      const cabinets = busy.map(({ cabinet }) => cabinet)
      const states = await cabinetStates(this.#store, [...new Set(cabinets)])
      for (const [cabinet, state] of states) this.#states.set(cabinet, state)
    })
  }

  look({ tournament, version, rows }: Change): void {
    this.#newest.set(tournament, version)
    for (const { activeCabinet } of rows.match?.put ?? []) {
      if (activeCabinet !== null) this.#playedOn(tournament, activeCabinet)
    }
    const isAwaited = [...this.#waiting].some((wait) => wait.tournament === tournament)
    if (!isAwaited && !rows.match && !rows.queue && !rows.team && !rows.tournament) return
    this.#dirty.add(tournament)
    this.#work()
  }

  /** Ends when everything up to this version has been announced. */
  async announced(tournament: TournamentId, version: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.add({ tournament, version, done: resolve })
    const known = await versionOf(this.#store, tournament)
    if (known > (this.#newest.get(tournament) ?? 0)) this.#newest.set(tournament, known)
    this.#dirty.add(tournament)
    this.#work()
    return promise
  }

  #work(first = async () => {}): void {
    if (this.#isWorking) return
    this.#isWorking = true
    first()
      .then(() => this.#readDirty())
      .catch(this.#failed)
      .finally(() => {
        this.#isWorking = false
        if (this.#dirty.size > 0) this.#work()
      })
  }

  async #readDirty(): Promise<void> {
    while (this.#dirty.size > 0) {
      const tournaments = [...this.#dirty]
      this.#dirty.clear()
      const upTo = new Map(tournaments.map((id) => [id, this.#newest.get(id) ?? 0]))
      const assigned = await Promise.all(tournaments.map((id) => assignedCabinets(this.#store, id)))
      const busy = tournaments.flatMap((id) => [...(this.#played.get(id) ?? [])])
      await this.#compare([...new Set([...assigned.flat(), ...busy])])
      tournaments.forEach((id) => this.#leaveIdle(id))
      for (const wait of this.#waiting) {
        if ((upTo.get(wait.tournament) ?? 0) < wait.version) continue
        this.#waiting.delete(wait)
        wait.done()
      }
    }
  }

  #playedOn(tournament: TournamentId, cabinet: CabinetId): void {
    const own = this.#played.get(tournament) ?? new Set()
    this.#played.set(tournament, own.add(cabinet))
  }

  #leaveIdle(tournament: TournamentId): void {
    // What has changed since it was read is read again.
    if (this.#dirty.has(tournament)) return
    const own = this.#played.get(tournament)
    for (const cabinet of own ?? []) {
      if (!this.#states.get(cabinet)?.currentMatch) own?.delete(cabinet)
    }
    if (own?.size === 0) this.#played.delete(tournament)
  }

  async #compare(cabinets: CabinetId[]): Promise<void> {
    const next = await cabinetStates(this.#store, cabinets)
    const left = cabinets.flatMap((cabinet) => {
      const before = this.#states.get(cabinet)?.currentMatch?.id
      return before === undefined || before === next.get(cabinet)?.currentMatch?.id ? [] : before
    })
    const ended = await namedMatches(this.#store, left)
    for (const [cabinet, state] of next) {
      const before = this.#states.get(cabinet) ?? nothing
      this.#states.set(cabinet, state)
      if (JSON.stringify(before) === JSON.stringify(state)) continue
      const match = ended.get(before.currentMatch?.id ?? 0)
      const end = match?.isComplete ? [endOf(match)] : []
      const matchType = state.currentMatch ? 'tournament' : null
      await this.#changed(cabinet, [...end, { type: 'match', matchType, ...state }])
    }
  }
}

const nothing: CabinetState = { currentMatch: null, onDeck: null }

async function versionOf({ db }: Store, tournament: TournamentId): Promise<number> {
  const row = await db
    .selectFrom('view.tournamentVersion')
    .select('version')
    .where('tournament', '=', tournament)
    .executeTakeFirst()
  return row?.version ?? 0
}

function endOf({ id, blueTeam, blueScore, goldTeam, goldScore }: CurrentMatch): Message {
  return { type: 'matchend', matchId: id, blueTeam, blueScore, goldTeam, goldScore }
}
