import { addEvent, live, result } from '../../events/game/index.ts'
import type { CabinetEvent } from '../../events/schema/cabinet-facts.ts'
import type { LiveCabinet } from '../../events/view/frames.ts'
import type { StoredFacts } from '../log/index.ts'
import type { Store } from '../store/index.ts'
import { begins, gameRow, newsOf, openGames, resultAt } from './games.ts'
import type { GameNews, Games, Playing } from './games.ts'
import { openCabinetStates, takeEvent } from './cabinet-states.ts'
import type { CabinetState } from './cabinet-states.ts'
import { leaveQuiet, noteUsers, takeSignIn } from './sign-ins.ts'
import type { SignInNews } from './sign-ins.ts'
import { put, putFirst } from './writes.ts'
import type { Writes } from './writes.ts'

type Batch = {
  games: Games
  writes: Writes
  /** when the log took the last message of each cabinet */
  touched: Map<CabinetState, string>
  changed: Map<Playing, CabinetState>
  news: (GameNews | SignInNews)[]
}
type ProjectedFacts = { writes: Writes; live: LiveCabinet[]; news: Batch['news'] }

/** A game that comes later and began this much earlier: the cabinet's clock was set back. */
const setBackMs = 12 * 3_600_000

/** Cabinet facts to rows: games by their events, cabinets by what happened last at them. */
export function openCabinets(store: Store, schema: string) {
  const games = openGames(store, schema)
  const places = openCabinetStates(store, schema)
  return {
    async project(messages: StoredFacts[]): Promise<ProjectedFacts> {
      const writes: Writes = new Map()
      const batch: Batch = { games, writes, touched: new Map(), changed: new Map(), news: [] }
      for (const message of messages) {
        await takeMessage(batch, await places.get(message.facts.cabinet), message)
      }
      for (const [playing, place] of batch.changed) {
        if (playing.id > 0) put(writes, 'game', `${playing.id}`, gameRow(playing, place))
      }
      for (const [place, at] of batch.touched) await putPlace(batch, place, at)
      games.dropOld()
      return { writes, live: [...batch.touched.keys()].map(({ live }) => live), news: batch.news }
    },
  }
}

async function takeMessage(batch: Batch, place: CabinetState, { facts, seq, at }: StoredFacts) {
  const { cabinet, after, events } = facts
  batch.news.push(...leaveQuiet(batch.writes, place, at))
  // An event of the cabinet can end a game that had no event of its own.
  const current = batch.touched.has(place) ? null : await running(batch.games, place)
  if (current) batch.changed.set(current, place)
  batch.touched.set(place, at)
  for (const event of events.map(storable)) {
    const { eventID: eventId, gameID: gameId, time, type, values } = event
    const row = { cabinet, eventId, gameId, time, type, values, seq, after }
    putFirst(batch.writes, 'cabinet_event', `${cabinet}/${eventId}`, row)
    takeEvent(place, event)
    const signs = gameId === null ? takeSignIn(batch.writes, place, event) : []
    if (signs.some((one) => one.type === 'sign_in')) {
      const playing = await running(batch.games, place)
      if (playing) noteUsers(batch.writes, place, playing)
    }
    batch.news.push(...signs)
    if (gameId !== null) await takeInGame(batch, place, { event, seq, gameID: gameId })
  }
}

async function takeInGame(
  { games, writes, changed, news }: Batch,
  place: CabinetState,
  { event, seq, gameID }: { event: CabinetEvent; seq: number; gameID: string },
): Promise<void> {
  const playing = await games.get(place.live.id, gameID)
  const before = result(playing.fold).status
  const fold = addEvent(playing.fold, event)
  if (fold === playing.fold) return
  playing.fold = fold
  changed.set(playing, place)
  if (begins(event)) {
    if (playing.id === 0) playing.id = seq
    if (await isNewest(games, place, playing)) {
      place.game = gameID
      noteUsers(writes, place, playing)
    }
  }
  const reported = newsOf(playing, before)
  if (reported) news.push(reported)
}

/** Compared by the cabinet's clock, so that an old game uploaded late is not taken for the current. */
async function isNewest(games: Games, place: CabinetState, { fold }: Playing): Promise<boolean> {
  if (place.game === null) return true
  const current = await games.get(place.live.id, place.game)
  const laterMs = startMs(fold) - startMs(current.fold)
  if (laterMs === 0) return fold.gameID > place.game
  return laterMs > 0 || laterMs < -setBackMs
}

function startMs(fold: Playing['fold']): number {
  return Date.parse(result(fold).startTime ?? '')
}

async function running(games: Games, place: CabinetState): Promise<Playing | null> {
  if (place.game === null) return null
  const playing = await games.get(place.live.id, place.game)
  return resultAt(playing, place).status === 'running' ? playing : null
}

async function putPlace({ games, writes }: Batch, place: CabinetState, at: string): Promise<void> {
  const playing = await running(games, place)
  const game = playing && { ...live(playing.fold), gameID: playing.fold.gameID, asOf: at }
  place.live = { ...place.live, game }
  const { id, clientStatus, since } = place.live
  const row = {
    id,
    clientStatus,
    since,
    live: stored(place.live),
    newest: place.newest,
    game: place.game,
    heard: place.heard,
  }
  put(writes, 'cabinet', `${id}`, row)
}

/** Which side gold is on stands in no row: those of earlier versions have the same shape (P6). */
function stored(cabinet: LiveCabinet): LiveCabinet {
  if (!cabinet.game) return cabinet
  const { goldOnLeft: _, ...game } = cabinet.game
  return { ...cabinet, game }
}

/** As the rows can hold it, so that memory and database never differ. */
function storable(event: CabinetEvent): CabinetEvent {
  const { eventID, gameID, type, values } = event
  const texts = [eventID, gameID ?? '', type, ...values]
  if (texts.every((text) => text.isWellFormed() && !text.includes('\0'))) return event
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
