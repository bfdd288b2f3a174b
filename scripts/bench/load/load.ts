// The load generator (presses, viewers, cabinets), separate from the measured processes.
import { serve } from '../children/child.ts'
import { sendEvents, sendSteadily } from './cabinets.ts'
import type { Cabinet } from './cabinets.ts'
import { aimAt, atMost, atRate, stopAiming } from './commands.ts'
import { apiOf } from '../../support/rest-client.ts'
import { simulate } from '../../simulator/simulate.ts'
import type { LiveCabinet } from '#events/view/frames.ts'
import { addEvent, emptyGame, live } from '#events/game/index.ts'
import { openLog } from '#services/log/index.ts'
import { playGame } from '#events/simulation/play.ts'
import { nowMs } from '../measure/numbers.ts'
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import type { Socket } from 'node:net'

// Viewers with minimal cost: plain sockets that search for one mark.
const timeoutMs = 20_000

/** While many reconnect at once, the server counts their old sockets too. */
const perAddress = 500

const slowMs = 1_000
const pingFrame = [0x89, 0]

/** masked with zero, so without effect */
const pongFrame = Buffer.from([0x8a, 0x80, 0, 0, 0, 0])

const crowds = new Map<string, Crowd>()

// Publishes live messages of playing cabinets at a constant rate, with one viewer per tournament.
const atOnce = 50

// Simulates cabinets at real speed, and officials who press regularly.
const betweenMs = 1_000
const pauseSeconds = 10
let end = async () => {}
const endEvening = () => end()

/** Closes the sockets of one measurement before the next. */
function disconnect(): void {
  stopAiming()
  leaveAll()
}

const handlers = {
  aimAt,
  atRate,
  atMost,
  sendEvents,
  sendSteadily,
  playOn,
  endEvening,
  watch,
  expectFrame,
  waitForFrames,
  slowTenth,
  reconnect,
  leave,
  disconnect,
  watchEach,
  publishLive,
}
export type Load = typeof handlers
serve(handlers)

type Evening = {
  url: string
  adminKey: string
  cabinets: Cabinet[]
  /** matches that never end during the measurement */
  matches: { id: number; team: number }[]
}

/** Plays game after game on every cabinet (R-GE-2), and adds or removes a point every second. */
async function playOn({ url, adminKey, cabinets, matches }: Evening): Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const playing = simulate({
    url: `${url.replace('http', 'ws')}/ws/stats_listener/v3`,
    cabinets,
    signal,
    pauseSeconds,
  })
  const api = apiOf(url, adminKey)
  let turn = 0
  const scoring = setInterval(() => {
    const { id, team } = matches[turn++ % matches.length]!
    const by = turn % (2 * matches.length) < matches.length ? 1 : -1
    void api
      .put(`/api/tournament/match/${id}/add-score/`, { team, by, force: true })
      .catch(() => {})
  }, betweenMs)
  end = async () => {
    clearInterval(scoring)
    stopping.abort()
    await playing
  }
}

async function watchEach(url: string, count: number, hello?: string): Promise<void> {
  for (let id = 1; id <= count; id += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, count - id + 1) }, (_, i) => id + i)
    await Promise.all(some.map((one) => watch(`${url}${one}`, 1, hello)))
  }
}

type Live = {
  natsUrl: string
  streams: string
  cabinets: number
  perSecond: number
  seconds: number
}

/** Publishes `perSecond` messages per cabinet; returns the total number of messages. */
async function publishLive({
  natsUrl,
  streams,
  cabinets,
  perSecond,
  seconds,
}: Live): Promise<number> {
  const log = await openLog({ url: natsUrl, streams })
  const game = midGame()
  const total = Math.round(cabinets * perSecond * seconds)
  const startMs = nowMs()
  for (let published = 0; published < total;) {
    const due = Math.min(total, ((nowMs() - startMs) / 1_000) * cabinets * perSecond)
    for (; published < due; published++)
      log.publish(`live.${1 + (published % cabinets)}`, messageOf(published, game))
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await log.close()
  return total

  function messageOf(n: number, state: LiveCabinet['game']): LiveCabinet {
    return { id: 1 + (n % cabinets), clientStatus: 'online', since: null, game: state }
  }
}

function midGame(): LiveCabinet['game'] {
  const events = playGame({ seed: 'live', startAt: new Date(0) })
  const gameID = events[0]?.gameID ?? ''
  const half = events.slice(0, events.length / 2)
  const fold = half.reduce(addEvent, emptyGame(gameID))
  return { ...live(fold), gameID, asOf: new Date(0).toISOString() }
}

type Crowd = {
  sockets: Socket[]
  /** those that read only once a second; their times do not count */
  slow: Set<Socket>
  mark: Buffer
  left: number
  arrivals: number[]
  came(): void
}

/** Opens `count` sockets on one path; resolves when all of them are accepted. */
async function watch(url: string, count: number, hello?: string): Promise<void> {
  const crowd: Crowd = {
    sockets: [],
    slow: new Set(),
    mark: Buffer.alloc(0),
    left: 0,
    arrivals: [],
    came: () => {},
  }
  crowds.set(url, crowd)
  for (let opened = 0; opened < count; opened += 50) {
    const some = Math.min(50, count - opened)
    await Promise.all(Array.from({ length: some }, (_, i) => enter(url, crowd, opened + i, hello)))
  }
}

/** From now on waits for a frame that contains this text, on all sockets but the slow ones. */
function expectFrame(url: string, mark: string): void {
  const crowd = crowds.get(url)!
  crowd.mark = Buffer.from(mark)
  crowd.left = crowd.sockets.length - crowd.slow.size
  crowd.arrivals = []
}

/** Returns the times at which the sockets received it, in order. */
async function waitForFrames(url: string): Promise<number[]> {
  const crowd = crowds.get(url)!
  if (crowd.left > 0) {
    await new Promise<void>((resolve) => {
      crowd.came = resolve
      setTimeout(resolve, timeoutMs)
    })
  }
  if (crowd.left > 0) throw new Error(`${crowd.left} did not get the frame`)
  return crowd.arrivals
}

/** Makes every tenth socket slow, or none. */
function slowTenth(url: string, isSlow: boolean): void {
  const { sockets, slow } = crowds.get(url)!
  slow.clear()
  if (isSlow) for (let index = 0; index < sockets.length; index += 10) slow.add(sockets[index]!)
}

/** Ends the connections of `count` sockets and opens others, all at once; returns the time in ms. */
async function reconnect(url: string, count: number, hello?: string): Promise<number> {
  const crowd = crowds.get(url)!
  const startMs = nowMs()
  for (const socket of crowd.sockets.splice(0, count)) socket.destroy()
  await Promise.all(Array.from({ length: count }, (_, i) => enter(url, crowd, i, hello)))
  return nowMs() - startMs
}

function leaveAll(): void {
  for (const url of crowds.keys()) leave(url)
}

function leave(url: string): void {
  for (const socket of crowds.get(url)?.sockets ?? []) socket.destroy()
  crowds.delete(url)
}

function enter(url: string, crowd: Crowd, index: number, hello?: string): Promise<void> {
  const { hostname, port, pathname, host } = new URL(url)
  // The sockets of one address are limited.
  const localAddress = `127.0.0.${1 + Math.floor(index / perAddress)}`
  const socket = connect({ host: hostname, port: Number(port), localAddress })
  socket.setNoDelay(true)
  socket.write(
    `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
  )
  return new Promise((resolve, reject) => {
    let isIn = false
    socket.on('error', reject)
    socket.on('data', (bytes) => {
      if (!isIn) {
        const answer = bytes.toString('latin1')
        if (answer.startsWith('HTTP/1.1 101')) {
          isIn = true
          crowd.sockets.push(socket)
          if (hello) socket.write(masked(hello))
          // If there is a hello, the first frame confirms the subscription.
          else return resolve()
          return
        }
        return reject(new Error(answer))
      }
      resolve()
      if (bytes.at(-2) === pingFrame[0] && bytes.at(-1) === pingFrame[1]) socket.write(pongFrame)
      if (crowd.slow.has(socket)) {
        socket.pause()
        setTimeout(() => socket.resume(), slowMs)
      }
      if (crowd.left > 0 && bytes.includes(crowd.mark)) found(crowd, socket)
    })
  })
}

function found(crowd: Crowd, socket: Socket): void {
  if (crowd.slow.has(socket)) return
  crowd.arrivals.push(nowMs())
  if (--crowd.left === 0) crowd.came()
}

/** Encodes a short client message; the required mask is zero, so it changes nothing. */
function masked(text: string): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.from([0x81, 0x80 | bytes.length, 0, 0, 0, 0]), bytes])
}
