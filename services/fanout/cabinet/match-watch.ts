import type { Change } from '../../../events/view/frames.ts'
import type { Store } from '../../store/index.ts'
import { busyCabinets, cabinetStates, namedMatches } from './cabinet-state.ts'
import type { CabinetState, CurrentMatch } from './cabinet-state.ts'
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
  /** tournaments that changed since they were read; more changes meanwhile make one reading */
  readonly #dirty = new Set<TournamentId>()
  #isWorking = false

  constructor(store: Store, failed: (error: unknown) => void, changed: Changed) {
    this.#store = store
    this.#failed = failed
    this.#changed = changed
  }

  /** A match is on, so a game that ends there may change its score. */
  isOn(cabinet: CabinetId): boolean {
    return Boolean(this.#states.get(cabinet)?.currentMatch)
  }

  /** Reads the present state without announcing it. */
  begin(): void {
    this.#states.clear()
    this.#work(async () => {
      const states = await cabinetStates(this.#store, await busyCabinets(this.#store))
      for (const [cabinet, state] of states) this.#states.set(cabinet, state)
    })
  }

  look({ tournament, rows }: Change): void {
    if (!rows.match && !rows.queue && !rows.team && !rows.tournament) return
    this.#dirty.add(tournament)
    this.#work()
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
      const assigned = await Promise.all(tournaments.map((id) => assignedCabinets(this.#store, id)))
      const busy = [...this.#states.keys()].filter((cabinet) => this.isOn(cabinet))
      await this.#compare([...new Set([...assigned.flat(), ...busy])])
    }
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

function endOf({ id, blueTeam, blueScore, goldTeam, goldScore }: CurrentMatch): Message {
  return { type: 'matchend', matchId: id, blueTeam, blueScore, goldTeam, goldScore }
}
