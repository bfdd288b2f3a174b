import { addEvent, live, result } from '#events/game/index.ts'
import type { CabinetEvent } from '#events/schema/cabinet-facts.ts'
import { isStorable } from '#events/text/storable.ts'
import type { LiveCabinet } from '#events/view/frames.ts'
import type { StoredFacts } from '../log/index.ts'
import type { Store } from '../store/index.ts'
import { isGameStart, gameRow, messageOf, openGames, resultAt } from './games.ts'
import type { GameMessage, Games, Playing } from './games.ts'
import { openCabinetStates, applyEvent } from './cabinet-states.ts'
import type { CabinetState } from './cabinet-states.ts'
import { forgetMoved, signOutQuiet, recordPlayers, takeSignIn } from './sign-ins.ts'
import type { SignInMessage } from './sign-ins.ts'
import { put, putFirst } from './writes.ts'
import type { Writes } from './writes.ts'

type Batch = {
  games: Games
  writes: Writes
  /** the time of the last message of each cabinet, by the log's clock */
  touched: Map<CabinetState, string>
  changed: Map<Playing, CabinetState>
  messages: (GameMessage | SignInMessage)[]
}
type ProjectedFacts = { writes: Writes; live: LiveCabinet[]; messages: Batch['messages'] }

/** If a later game begins this much earlier, the cabinet's clock was set back. */
const setBackMs = 12 * 3_600_000

/** Projects cabinet facts to rows: games from their events, cabinets from their latest state. */
export function openCabinets(store: Store, schema: string) {
  const games = openGames(store, schema)
  const states = openCabinetStates(store, schema)
  return {
    async project(messages: StoredFacts[]): Promise<ProjectedFacts> {
      const writes: Writes = new Map()
      const batch: Batch = { games, writes, touched: new Map(), changed: new Map(), messages: [] }
      for (const message of messages) {
        await takeMessage(batch, await states.get(message.facts.cabinet), message)
      }
      for (const [playing, state] of batch.changed) {
        if (playing.id > 0) put(writes, 'game', `${playing.id}`, gameRow(playing, state))
      }
      for (const [state, at] of batch.touched) await putState(batch, state, at)
      games.dropOld()
      return {
        writes,
        live: [...batch.touched.keys()].map(({ live }) => live),
        messages: batch.messages,
      }
    },
  }
}

async function takeMessage(batch: Batch, state: CabinetState, { facts, seq, at }: StoredFacts) {
  const { cabinet, after, events } = facts
  batch.messages.push(...signOutQuiet(batch.writes, state, at))
  // An event of the cabinet can end a game that has no new event itself.
  const current = batch.touched.has(state) ? null : await runningGame(batch.games, state)
  if (current) batch.changed.set(current, state)
  batch.touched.set(state, at)
  for (const event of events.map(storable)) {
    const { eventID: eventId, gameID: gameId, time, type, values } = event
    const row = { cabinet, eventId, gameId, time, type, values, seq, after }
    putFirst(batch.writes, 'cabinet_event', `${cabinet}/${eventId}`, row)
    applyEvent(state, event)
    const signIns = gameId === null ? takeSignIn(batch.writes, state, event) : []
    if (signIns.some(({ type }) => type === 'sign_in')) {
      const playing = await runningGame(batch.games, state)
      if (playing) {
        forgetMoved(batch.writes, signIns, playing)
        recordPlayers(batch.writes, state, playing)
      }
    }
    batch.messages.push(...signIns)
    if (gameId !== null) await takeInGame(batch, state, { event, seq, at, gameID: gameId })
  }
}

async function takeInGame(
  { games, writes, changed, messages }: Batch,
  state: CabinetState,
  { event, seq, at, gameID }: { event: CabinetEvent; seq: number; at: string; gameID: string },
): Promise<void> {
  const playing = await games.get(state.live.id, gameID)
  const before = result(playing.fold).status
  const fold = addEvent(playing.fold, event)
  if (fold === playing.fold) return
  playing.fold = fold
  changed.set(playing, state)
  if (isGameStart(event)) {
    if (playing.id === 0) playing.id = seq
    if (await isNewest(games, state, playing)) {
      state.game = gameID
      recordPlayers(writes, state, playing)
    }
  }
  const change = messageOf(playing, before, at)
  if (change) messages.push(change)
}

/**
 * Compares by the cabinet's clock, so that an old game uploaded late does not become the current.
 */
async function isNewest(games: Games, state: CabinetState, { fold }: Playing): Promise<boolean> {
  if (state.game === null) return true
  const current = await games.get(state.live.id, state.game)
  const laterMs = startMs(fold) - startMs(current.fold)
  if (laterMs === 0) return fold.gameID > state.game
  return laterMs > 0 || laterMs < -setBackMs
}

function startMs(fold: Playing['fold']): number {
  return Date.parse(result(fold).startTime ?? '')
}

async function runningGame(games: Games, state: CabinetState): Promise<Playing | null> {
  if (state.game === null) return null
  const playing = await games.get(state.live.id, state.game)
  return resultAt(playing, state).status === 'running' ? playing : null
}

async function putState({ games, writes }: Batch, state: CabinetState, at: string): Promise<void> {
  const playing = await runningGame(games, state)
  const game = playing && { ...live(playing.fold), gameID: playing.fold.gameID, asOf: at }
  state.live = { ...state.live, game }
  const { id, clientStatus, since } = state.live
  const row = {
    id,
    clientStatus,
    since,
    live: stored(state.live),
    newest: state.newest,
    game: state.game,
    heard: state.heard,
  }
  put(writes, 'cabinet', `${id}`, row)
}

/** Leaves out `goldOnLeft`, so that the rows keep the form of earlier versions (P6). */
function stored(cabinet: LiveCabinet): LiveCabinet {
  if (!cabinet.game) return cabinet
  const { goldOnLeft: _, ...game } = cabinet.game
  return { ...cabinet, game }
}

/** The event as Postgres can store it, so that memory and database never differ. */
function storable(event: CabinetEvent): CabinetEvent {
  const { eventID, gameID, type, values } = event
  const texts = [eventID, gameID ?? '', type, ...values]
  if (texts.every(isStorable)) return event
  return {
    ...event,
    eventID: clean(eventID),
    gameID: gameID && clean(gameID),
    type: clean(type),
    values: values.map(clean),
  }
}

function clean(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}
