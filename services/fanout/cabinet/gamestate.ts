import type { Change, LiveCabinet } from '../../../events/view/frames.ts'
import type { Log } from '../../log/index.ts'
import type { Store } from '../../store/index.ts'
import { positions } from '../../../events/game/map/field.ts'
import { matchTotals } from '../../queries/games.ts'
import { signedInAt } from '../../queries/sign-ins.ts'
import { openCabinetNames } from './cabinet-names.ts'
import { openVerdicts } from './verdicts.ts'
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
  /** as it is written to the viewers; left out, as it is */
  format?(message: Message): object
}
/** Nothing named: everything. */
type Filter = { scene: string | undefined; cabinets: Set<CabinetId> }
type GameNews = {
  type: 'gamestart' | 'gameend'
  cabinet: CabinetId
  gameId: number
  /** the client's gameID */
  game: string
  winningTeam?: string | null
  winCondition?: string | null
}
export type Message = { type: string; [more: string]: unknown }

/** What happens at all cabinets, for overlays and lamps (`/ws/gamestate`). */
export class Gamestate {
  readonly #options: Options
  readonly #viewers = new Map<Viewer, Filter>()
  readonly #nameOf: ReturnType<typeof openCabinetNames>
  readonly #matches: MatchWatch
  readonly #verdicts: ReturnType<typeof openVerdicts>
  readonly #turns = new Map<CabinetId, Promise<void>>()
  readonly #unsubscribes: (() => void)[]

  constructor(options: Options) {
    const { store, log, live, failed } = options
    this.#options = options
    this.#nameOf = openCabinetNames(store)
    this.#matches = new MatchWatch(store, failed, async (cabinet, messages) => {
      for (const message of messages) await this.#say(cabinet, message)
    })
    this.#verdicts = openVerdicts(log)
    this.#unsubscribes = [
      log.subscribe('frame.*', (message) => {
        if (this.#viewers.size > 0) this.#matches.look(message as Change)
      }),
      log.subscribe('game.*', (message) => {
        const news = message as GameNews
        this.#inTurn(news.cabinet, () => this.#tellGame(news))
      }),
      log.subscribe('signin.*', (message) => {
        const { type, cabinet } = message as { type: string; cabinet: CabinetId }
        if (type !== 'nfc_register') this.#inTurn(cabinet, () => this.#tellNames(cabinet))
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
    this.#verdicts.stop()
  }

  async #say(cabinet: CabinetId, message: Message): Promise<void> {
    const name = await this.#nameOf(cabinet)
    if (!name) return
    const { format = (plain: Message): object => plain } = this.#options
    const bytes = encode(format({ ...message, ...name }))
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

  async #tellGame({ type, cabinet, gameId: id, game, ...result }: GameNews): Promise<void> {
    const gameId = `${id}`
    if (type === 'gamestart') {
      await this.#say(cabinet, { type, gameId })
      return this.#tellNames(cabinet)
    }
    const { winningTeam, winCondition } = result
    await this.#verdicts.settled({ cabinet, game }, async ({ tournament, match, version }) => {
      await this.#matches.announced(tournament, version)
      const totals = await matchTotals(this.#options.store, match)
      if (totals.games > 0) {
        await this.#say(cabinet, { type: 'matchstats', matchId: match, ...totals })
      }
    })
    await this.#say(cabinet, { type, gameId, winningTeam, winCondition })
  }

  async #tellNames(cabinet: CabinetId): Promise<void> {
    const seats = await signedInAt(this.#options.store, cabinet, Date.now())
    const names = new Map(seats.map(({ playerId, userName }) => [playerId, userName]))
    const values = Object.keys(positions).map((position) => names.get(Number(position)) ?? '')
    await this.#say(cabinet, { type: 'playernames', values })
  }

  /** Told in the order it happened: a game that begins waits for the last one's end. */
  #inTurn(cabinet: CabinetId, tell: () => Promise<void>): void {
    if (this.#viewers.size === 0) return
    const before = this.#turns.get(cabinet) ?? Promise.resolve()
    this.#turns.set(cabinet, before.then(tell).catch(this.#options.failed))
  }
}
