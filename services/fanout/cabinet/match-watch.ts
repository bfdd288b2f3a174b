import type { Change } from '#events/view/frames.ts'
import type { Store } from '../../store/index.ts'
import { takenCabinets, cabinetStates, publishedMatches } from '../../queries/index.ts'
import type { CabinetMatches, CurrentMatch } from '../../queries/index.ts'
import { assignedCabinets } from '../tournament/source.ts'
import type { CabinetId, MatchId, TournamentId } from '#events/ids.ts'

export type Message = { type: string; [more: string]: unknown }

type OnChange = (cabinet: CabinetId, messages: Message[]) => Promise<void>

/** Rereads what is played at each cabinet after a relevant change, and reports differences. */
export class MatchWatch {
  readonly #store: Store
  readonly #onError: (error: unknown) => void
  readonly #onChange: OnChange
  readonly #states = new Map<CabinetId, CabinetMatches>()
  /** cabinets on which matches of a tournament are being played, assigned to it or not */
  readonly #playing = new Map<TournamentId, Set<CabinetId>>()
  /** matches that left their cabinet and whose end is not sent yet, with the cabinet */
  readonly #leaving = new Map<MatchId, CabinetId>()
  /** tournaments that changed since they were last read; further changes share one read */
  readonly #dirty = new Set<TournamentId>()
  #isWorking = false
  /** the newest known version of each tournament */
  readonly #newest = new Map<TournamentId, number>()
  readonly #waiting = new Set<{ tournament: TournamentId; version: number; done(): void }>()

  constructor(store: Store, onError: (error: unknown) => void, onChange: OnChange) {
    this.#store = store
    this.#onError = onError
    this.#onChange = onChange
  }

  /** Reads the present state without announcing it. */
  begin(): void {
    this.#states.clear()
    this.#playing.clear()
    this.#leaving.clear()
    this.#work(async () => {
      const taken = await takenCabinets(this.#store)
      for (const { tournament, cabinet } of taken) this.#addPlaying(tournament, cabinet)
      const cabinets = taken.map(({ cabinet }) => cabinet)
      const states = await cabinetStates(this.#store, [...new Set(cabinets)])
      for (const [cabinet, state] of states) this.#states.set(cabinet, state)
    })
  }

  onFrame({ tournament, version, rows }: Change): void {
    this.#newest.set(tournament, version)
    for (const { activeCabinet } of rows.match?.put ?? []) {
      if (activeCabinet !== null) this.#addPlaying(tournament, activeCabinet)
    }
    const isAwaited = [...this.#waiting].some((wait) => wait.tournament === tournament)
    if (!isAwaited && !rows.match && !rows.queue && !rows.team && !rows.tournament) return
    this.#dirty.add(tournament)
    this.#work()
  }

  /** Resolves when everything up to this version has been announced. */
  async announced(tournament: TournamentId, version: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.add({ tournament, version, done: resolve })
    const current = await versionOf(this.#store, tournament)
    if (current > (this.#newest.get(tournament) ?? 0)) this.#newest.set(tournament, current)
    this.#dirty.add(tournament)
    this.#work()
    return promise
  }

  #work(first = async () => {}): void {
    if (this.#isWorking) return
    this.#isWorking = true
    first()
      .then(() => this.#readDirty())
      .catch(this.#onError)
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
      const taken = tournaments.flatMap((id) => [...(this.#playing.get(id) ?? [])])
      await this.#compare([...new Set([...assigned.flat(), ...taken])])
      tournaments.forEach((id) => this.#forgetIdle(id))
      for (const wait of this.#waiting) {
        if ((upTo.get(wait.tournament) ?? 0) < wait.version) continue
        this.#waiting.delete(wait)
        wait.done()
      }
    }
  }

  #addPlaying(tournament: TournamentId, cabinet: CabinetId): void {
    const playing = this.#playing.get(tournament) ?? new Set()
    this.#playing.set(tournament, playing.add(cabinet))
  }

  #forgetIdle(tournament: TournamentId): void {
    // A tournament that changed after the read is read again.
    if (this.#dirty.has(tournament)) return
    const playing = this.#playing.get(tournament)
    for (const cabinet of playing ?? []) {
      if (!this.#states.get(cabinet)?.currentMatch) playing?.delete(cabinet)
    }
    if (playing?.size === 0) this.#playing.delete(tournament)
  }

  async #compare(cabinets: CabinetId[]): Promise<void> {
    const next = await cabinetStates(this.#store, cabinets)
    for (const cabinet of cabinets) {
      const before = this.#states.get(cabinet)?.currentMatch?.id
      if (before === undefined || before === next.get(cabinet)?.currentMatch?.id) continue
      this.#leaving.set(before, cabinet)
    }
    for (const [cabinet, end] of await this.#ends()) await this.#onChange(cabinet, [end])
    for (const [cabinet, state] of next) {
      const before = this.#states.get(cabinet) ?? idle
      this.#states.set(cabinet, state)
      if (JSON.stringify(before) === JSON.stringify(state)) continue
      const matchType = state.currentMatch ? 'tournament' : null
      await this.#onChange(cabinet, [{ type: 'match', matchType, ...state }])
    }
  }

  /** The ends of matches that have left; of a match under review only when it is released. */
  async #ends(): Promise<[CabinetId, Message][]> {
    const found = await publishedMatches(this.#store, [...this.#leaving.keys()])
    return [...this.#leaving].flatMap(([id, cabinet]): [CabinetId, Message][] => {
      const match = found.get(id)
      if (match === null) return []
      this.#leaving.delete(id)
      return match?.isComplete ? [[cabinet, endOf(match)]] : []
    })
  }
}

const idle: CabinetMatches = { currentMatch: null, onDeck: null }

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
