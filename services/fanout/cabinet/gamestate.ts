import { MatchWatch } from './match-watch.ts'
import type { Message } from './match-watch.ts'
import type { Change, LiveCabinet, CountedGame, GameVerdict } from '#events/view/frames.ts'
import { pause } from '../../log/index.ts'
import type { Log } from '../../log/index.ts'
import type { Store } from '../../store/index.ts'
import { positions } from '#events/game/map/field.ts'
import { matchTotals, signedInAt } from '../../queries/index.ts'
import type { LiveCabinets } from '../tournament/live-cabinets.ts'
import { encode } from '../socket/encode.ts'
import type { Viewer } from '../socket/viewer.ts'
import type { CabinetId } from '#events/ids.ts'
import { dropOldest } from '#events/drop-oldest.ts'

/** A missing referee delays messages by at most this long. */
const timeoutMs = 2_000

const maxVerdicts = 500

type Options = {
  store: Store
  log: Log
  live: LiveCabinets
  onError(error: unknown): void
  /** converts a message before it is sent; by default it is sent unchanged */
  format?(message: Message): object
}
/** An empty filter matches everything. */
type Filter = { scene: string | undefined; cabinets: Set<CabinetId> }
type GameMessage = {
  type: 'gamestart' | 'gameend'
  cabinet: CabinetId
  gameId: number
  /** the client's gameID */
  game: string
  winningTeam?: string | null
  winCondition?: string | null
}

/** Sends the events of all cabinets to overlays and lamps (`/ws/gamestate`). */
export class Gamestate {
  readonly #options: Options
  readonly #viewers = new Map<Viewer, Filter>()
  readonly #nameOf: ReturnType<typeof openCabinetNames>
  readonly #matches: MatchWatch
  readonly #verdicts: ReturnType<typeof openVerdicts>
  readonly #queues = new Map<CabinetId, Promise<void>>()
  readonly #unsubscribes: (() => void)[]

  constructor(options: Options) {
    const { store, log, live, onError } = options
    this.#options = options
    this.#nameOf = openCabinetNames(store)
    this.#matches = new MatchWatch(store, onError, async (cabinet, messages) => {
      for (const message of messages) await this.#broadcast(cabinet, message)
    })
    this.#verdicts = openVerdicts(log)
    this.#unsubscribes = [
      log.subscribe('frame.*', (message) => {
        if (this.#viewers.size > 0) this.#matches.onFrame(message as Change)
      }),
      log.subscribe('game.*', (message) => {
        const game = message as GameMessage
        this.#enqueue(game.cabinet, () => this.#sendGame(game))
      }),
      log.subscribe('signin.*', (message) => {
        const { type, cabinet } = message as { type: string; cabinet: CabinetId }
        if (type !== 'nfc_register') this.#enqueue(cabinet, () => this.#sendPlayerNames(cabinet))
      }),
      live.listen((cabinet, before) => this.#sendPresence(cabinet, before)),
    ]
  }

  add(viewer: Viewer): void {
    // State is not tracked while nobody watches, so the first viewer triggers a fresh read.
    if (this.#viewers.size === 0) this.#matches.begin()
    this.#viewers.set(viewer, { scene: undefined, cabinets: new Set() })
  }

  narrow(viewer: Viewer, request: { sceneName?: string | null; cabinetId?: number }): void {
    const filter = this.#viewers.get(viewer)
    if (!filter) return
    if (request.sceneName !== undefined) filter.scene = request.sceneName ?? undefined
    if (request.cabinetId !== undefined) filter.cabinets.add(request.cabinetId)
  }

  remove(viewer: Viewer): void {
    this.#viewers.delete(viewer)
  }

  stop(): void {
    for (const unsubscribe of this.#unsubscribes) unsubscribe()
    this.#verdicts.stop()
  }

  async #broadcast(cabinet: CabinetId, message: Message): Promise<void> {
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

  #sendPresence({ id, clientStatus }: LiveCabinet, before: LiveCabinet | undefined): void {
    if (this.#viewers.size === 0 || before?.clientStatus === clientStatus) return
    const type = clientStatus === 'online' ? 'cabinetOnline' : 'cabinetOffline'
    this.#broadcast(id, { type }).catch(this.#options.onError)
  }

  async #sendGame({ type, cabinet, gameId: id, game, ...result }: GameMessage): Promise<void> {
    const gameId = `${id}`
    if (type === 'gamestart') {
      await this.#broadcast(cabinet, { type, gameId })
      return this.#sendPlayerNames(cabinet)
    }
    const { winningTeam, winCondition } = result
    await this.#verdicts.awaitVerdict({ cabinet, game }, async ({ tournament, match, version }) => {
      await this.#matches.announced(tournament, version)
      const totals = await matchTotals(this.#options.store, match)
      if (totals.games > 0) {
        await this.#broadcast(cabinet, { type: 'matchstats', matchId: match, ...totals })
      }
    })
    await this.#broadcast(cabinet, { type, gameId, winningTeam, winCondition })
  }

  async #sendPlayerNames(cabinet: CabinetId): Promise<void> {
    const seats = await signedInAt(this.#options.store, cabinet, Date.now())
    const names = new Map(seats.map(({ playerId, userName }) => [playerId, userName]))
    const values = Object.keys(positions).map((position) => names.get(Number(position)) ?? '')
    await this.#broadcast(cabinet, { type: 'playernames', values })
  }

  /** Sends in order: the start of a game waits until the end of the previous one was sent. */
  #enqueue(cabinet: CabinetId, send: () => Promise<void>): void {
    if (this.#viewers.size === 0) return
    const before = this.#queues.get(cabinet) ?? Promise.resolve()
    this.#queues.set(cabinet, before.then(send).catch(this.#options.onError))
  }
}

type CabinetName = { cabinetId: number; cabinetName: string; sceneName: string }

const cacheMs = 60_000

/** Looks up the names of a cabinet and its scene; caches them for a minute. */
function openCabinetNames({ db }: Store) {
  let names = new Map<CabinetId, CabinetName>()
  let readAt = Number.NEGATIVE_INFINITY

  return async function nameOf(cabinet: CabinetId): Promise<CabinetName | undefined> {
    const isOld = performance.now() - readAt > cacheMs
    if (!isOld && names.has(cabinet)) return names.get(cabinet)
    const rows = await db
      .selectFrom('kept.cabinet')
      .innerJoin('kept.scene', 'kept.scene.id', 'kept.cabinet.scene')
      .select(['kept.cabinet.id', 'kept.cabinet.name', 'kept.scene.name as sceneName'])
      .execute()
    readAt = performance.now()
    names = new Map(
      rows.map(({ id, name, sceneName }) => [id, { cabinetId: id, cabinetName: name, sceneName }]),
    )
    return names.get(cabinet)
  }
}

/**
 * The referee's verdicts on finished games. A verdict may arrive before the projector announces the
 * end of the game.
 */
export function openVerdicts(log: Log) {
  const verdicts = new Map<string, PromiseWithResolvers<CountedGame | null>>()
  const stopped = new AbortController()

  function of(key: string): PromiseWithResolvers<CountedGame | null> {
    const verdict = verdicts.get(key) ?? Promise.withResolvers<CountedGame | null>()
    verdicts.set(key, verdict)
    dropOldest(verdicts, maxVerdicts)
    return verdict
  }

  const unsubscribe = log.subscribe('judged.*', (message) => {
    const { cabinet, game, counted } = message as GameVerdict
    of(`${cabinet}/${game}`).resolve(counted)
  })

  return {
    /** Waits for the verdict and, if the game counts, for `onCounted`; gives up after a timeout. */
    async awaitVerdict(
      { cabinet, game }: { cabinet: CabinetId; game: string },
      onCounted: (commit: CountedGame) => Promise<void>,
    ): Promise<void> {
      const done = new AbortController()
      const signal = AbortSignal.any([done.signal, stopped.signal])
      const timeout = pause(timeoutMs, signal)
      const verdict = of(`${cabinet}/${game}`).promise.then((commit) => commit && onCounted(commit))
      await Promise.race([verdict, timeout]).finally(() => done.abort())
    },
    stop(): void {
      unsubscribe()
      stopped.abort()
    },
  }
}
