import type { Change, LiveCabinet } from '../../../events/view/frames.ts'
import type { Log } from '../../log/index.ts'
import type { Store } from '../../store/index.ts'
import { openCabinetNames } from './cabinet-names.ts'
import { MatchWatch } from './match-watch.ts'
import type { Live } from '../tournament/live-cabinets.ts'
import { encode } from '../socket/encode.ts'
import type { Viewer } from '../socket/viewer.ts'
import type { CabinetId } from '../../../events/ids.ts'

type Options = {
  store: Store
  log: Log
  live: Live
  failed(error: unknown): void
  /** as the viewers are told it; left out, as it is */
  told?(message: Message): object
}
/** Nothing named: everything. */
type Filter = { scene: string | undefined; cabinets: Set<CabinetId> }
type News = {
  type: 'gamestart' | 'gameend'
  cabinet: CabinetId
  gameId: number
  winningTeam?: string | null
  winCondition?: string | null
}
export type Message = { type: string; [more: string]: unknown }

/** How long the end of a game waits for the score the referee makes of it, to be sent after it. */
const scoreWithinMs = 2_000

/** What happens at all cabinets, for overlays and lamps (`/ws/gamestate`). */
export class Gamestate {
  readonly #options: Options
  readonly #viewers = new Map<Viewer, Filter>()
  readonly #nameOf: ReturnType<typeof openCabinetNames>
  readonly #matches: MatchWatch
  /** games that are over and whose end has not been sent yet */
  readonly #ends = new Map<number, () => void>()
  /** what waits for those ends */
  readonly #begins = new Map<number, (() => void)[]>()
  readonly #unsubscribes: (() => void)[]

  constructor(options: Options) {
    const { store, log, live, failed } = options
    this.#options = options
    this.#nameOf = openCabinetNames(store)
    this.#matches = new MatchWatch(store, failed, async (cabinet, messages) => {
      for (const message of messages) await this.#say(cabinet, message)
      this.#ends.get(cabinet)?.()
    })
    this.#unsubscribes = [
      log.subscribe('frame.*', (message) => {
        if (this.#viewers.size > 0) this.#matches.look(message as Change)
      }),
      log.subscribe('game.*', (message) => {
        if (this.#viewers.size > 0) this.#tellGame(message as News)
      }),
      live.listen((cabinet, before) => this.#tellPresence(cabinet, before)),
    ]
  }

  add(viewer: Viewer): void {
    // Nothing is followed while nobody watches, so the first viewer makes it read the present state.
    if (this.#viewers.size === 0) this.#matches.begin()
    this.#viewers.set(viewer, { scene: undefined, cabinets: new Set() })
  }

  narrow(viewer: Viewer, to: { sceneName?: string | null; cabinetId?: number }): void {
    const filter = this.#viewers.get(viewer)
    if (!filter) return
    if (to.sceneName !== undefined) filter.scene = to.sceneName ?? undefined
    if (to.cabinetId !== undefined) filter.cabinets.add(to.cabinetId)
  }

  remove(viewer: Viewer): void {
    this.#viewers.delete(viewer)
  }

  stop(): void {
    for (const unsubscribe of this.#unsubscribes) unsubscribe()
    for (const tell of this.#ends.values()) tell()
  }

  async #say(cabinet: CabinetId, message: Message): Promise<void> {
    const name = await this.#nameOf(cabinet)
    if (!name) return
    const { told = (plain: Message): object => plain } = this.#options
    const bytes = encode(told({ ...message, ...name }))
    for (const [viewer, { scene, cabinets }] of this.#viewers) {
      if (scene !== undefined && scene !== name.sceneName) continue
      if (cabinets.size > 0 && !cabinets.has(cabinet)) continue
      viewer.send(bytes)
    }
  }

  #tellPresence({ id, clientStatus }: LiveCabinet, before: LiveCabinet | undefined): void {
    if (this.#viewers.size === 0 || before?.clientStatus === clientStatus) return
    const type = clientStatus === 'online' ? 'cabinetOnline' : 'cabinetOffline'
    this.#say(id, { type }).catch(this.#options.failed)
  }

  #tellGame({ type, cabinet, gameId: id, winningTeam, winCondition }: News): void {
    const { failed } = this.#options
    const gameId = `${id}`
    if (type === 'gamestart') {
      const say = () => void this.#say(cabinet, { type, gameId }).catch(failed)
      // A game that begins while the end of the last one waits is told after it.
      const waiting = this.#begins.get(cabinet)
      if (waiting) waiting.push(say)
      else say()
      return
    }
    this.#ends.get(cabinet)?.()
    const tell = () => {
      clearTimeout(timer)
      this.#ends.delete(cabinet)
      const begins = this.#begins.get(cabinet) ?? []
      this.#begins.delete(cabinet)
      this.#say(cabinet, { type, gameId, winningTeam, winCondition }).catch(failed)
      for (const begin of begins) begin()
    }
    const timer = setTimeout(tell, this.#matches.isOn(cabinet) ? scoreWithinMs : 0)
    this.#ends.set(cabinet, tell)
    this.#begins.set(cabinet, [])
  }
}
