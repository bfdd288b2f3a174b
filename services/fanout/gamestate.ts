import type { Change, LiveCabinet } from '../../events/frame.ts'
import type { Log } from '../log/index.ts'
import type { Store } from '../store/index.ts'
import { openCabinetNames } from './cabinet-names.ts'
import type { CabinetName } from './cabinet-names.ts'
import { busyCabinets, cabinetStates, namedMatches } from './cabinet-state.ts'
import type { CabinetState } from './cabinet-state.ts'
import type { Live } from './live.ts'
import { assignedCabinets } from './source.ts'
import { textFrame } from './text-frame.ts'
import type { Viewer } from './viewer.ts'

/** What happens at all cabinets, for overlays and lamps (`/ws/gamestate`). */
export type Gamestate = {
  add(viewer: Viewer): void
  /** empty: everything */
  narrow(viewer: Viewer, to: { sceneName?: string | null; cabinetId?: number }): void
  remove(viewer: Viewer): void
  stop(): void
}
type Options = { store: Store; log: Log; live: Live; failed(error: unknown): void }
type Filter = { scene: string | undefined; cabinets: Set<number> }
type News = {
  type: 'gamestart' | 'gameend'
  cabinet: number
  gameId: number
  winningTeam?: string | null
  winCondition?: string | null
}

/** A game's end is told after the score it made, which comes by the referee, if it comes soon. */
const scoreWithinMs = 500

export function openGamestate({ store, log, live, failed }: Options): Gamestate {
  const viewers = new Map<Viewer, Filter>()
  const nameOf = openCabinetNames(store)
  let states = new Map<number, CabinetState>()
  const ends = new Map<number, () => void>()
  const dirty = new Set<number>()
  let looking: Promise<void> | undefined

  function send(name: CabinetName, message: { type: string; [more: string]: unknown }): void {
    const bytes = textFrame({ ...message, ...name })
    for (const [viewer, { scene, cabinets }] of viewers) {
      if (scene !== undefined && scene !== name.sceneName) continue
      if (cabinets.size > 0 && !cabinets.has(name.cabinetId)) continue
      viewer.send(bytes)
    }
  }

  async function say(cabinet: number, message: { type: string; [more: string]: unknown }) {
    const name = await nameOf(cabinet)
    if (name) send(name, message)
  }

  /** What can differ after a change is read anew; changes that come meanwhile make one reading. */
  function look(tournament: number): void {
    dirty.add(tournament)
    looking ??= readDirty().catch(failed).finally(() => {
      looking = undefined
    })
  }

  async function readDirty(): Promise<void> {
    while (dirty.size > 0 && viewers.size > 0) {
      const tournaments = [...dirty]
      dirty.clear()
      const assigned = await Promise.all(tournaments.map((id) => assignedCabinets(store, id)))
      const shown = [...states].filter(([, state]) => state.currentMatch).map(([id]) => id)
      await compare([...new Set([...assigned.flat(), ...shown])])
    }
    dirty.clear()
  }

  async function compare(cabinets: number[]): Promise<void> {
    const next = await cabinetStates(store, cabinets)
    const over = cabinets.flatMap((id) => {
      const before = states.get(id)?.currentMatch?.id
      return before === undefined || before === next.get(id)?.currentMatch?.id ? [] : before
    })
    const ended = await namedMatches(store, over)
    for (const [cabinet, state] of next) {
      const before = states.get(cabinet)
      states.set(cabinet, state)
      if (JSON.stringify(before ?? nothing) === JSON.stringify(state)) continue
      const match = ended.get(before?.currentMatch?.id ?? 0)
      if (match?.isComplete) {
        const { id: matchId, blueTeam, blueScore, goldTeam, goldScore } = match
        const result = { blueTeam, blueScore, goldTeam, goldScore }
        await say(cabinet, { type: 'matchend', matchId, ...result })
      }
      const matchType = state.currentMatch ? 'tournament' : null
      await say(cabinet, { type: 'match', matchType, ...state })
      ends.get(cabinet)?.()
    }
  }

  function tellGame(news: News): void {
    const { type, cabinet, gameId, winningTeam, winCondition } = news
    const game = { type, gameId: `${gameId}` }
    if (type === 'gamestart') return void say(cabinet, game).catch(failed)
    const tell = () => {
      clearTimeout(timer)
      if (ends.get(cabinet) === tell) ends.delete(cabinet)
      say(cabinet, { ...game, winningTeam, winCondition }).catch(failed)
    }
    const timer = setTimeout(tell, states.get(cabinet)?.currentMatch ? scoreWithinMs : 0)
    ends.get(cabinet)?.()
    ends.set(cabinet, tell)
  }

  const unsubscribes = [
    log.subscribe('frame.*', (message) => {
      const { rows, tournament } = message as Change
      if (viewers.size > 0 && (rows.match || rows.queue || rows.team || rows.tournament)) {
        look(tournament)
      }
    }),
    log.subscribe('game.*', (message) => {
      if (viewers.size > 0) tellGame(message as News)
    }),
    live.listen(({ id, clientStatus }: LiveCabinet, before) => {
      if (viewers.size === 0 || before?.clientStatus === clientStatus) return
      const type = clientStatus === 'online' ? 'cabinetOnline' : 'cabinetOffline'
      say(id, { type }).catch(failed)
    }),
  ]

  /** With nobody watching nothing is followed: the first to come makes it known what there is. */
  async function begin(): Promise<void> {
    states = new Map()
    states = await cabinetStates(store, await busyCabinets(store))
  }

  return {
    add(viewer) {
      if (viewers.size === 0) {
        looking = begin().catch(failed).finally(() => {
          looking = undefined
          for (const tournament of dirty) look(tournament)
        })
      }
      viewers.set(viewer, { scene: undefined, cabinets: new Set() })
    },
    narrow(viewer, { sceneName, cabinetId }) {
      const filter = viewers.get(viewer)
      if (!filter) return
      if (sceneName !== undefined) filter.scene = sceneName ?? undefined
      if (cabinetId !== undefined) filter.cabinets.add(cabinetId)
    },
    remove: (viewer) => void viewers.delete(viewer),
    stop() {
      for (const unsubscribe of unsubscribes) unsubscribe()
    },
  }
}

const nothing: CabinetState = { currentMatch: null, onDeck: null }
