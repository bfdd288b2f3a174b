// Viewers with minimal cost: plain sockets that search for one mark.
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { nowMs } from '../measure/numbers.ts'

type Crowd = { sockets: Socket[]; mark: Buffer; left: number; lastMs: number; came(): void }
const timeoutMs = 5_000
const crowds = new Map<string, Crowd>()

/** Opens `count` sockets on one path; resolves when all of them are accepted. */
export async function watch(url: string, count: number, hello?: string): Promise<void> {
  const crowd: Crowd = { sockets: [], mark: Buffer.alloc(0), left: 0, lastMs: 0, came: () => {} }
  crowds.set(url, crowd)
  for (let opened = 0; opened < count; opened += 50) {
    const some = Math.min(50, count - opened)
    await Promise.all(Array.from({ length: some }, () => enter(url, crowd, hello)))
  }
}

/** From now on waits for a frame that contains this text. */
export function expectFrame(url: string, mark: string): void {
  const crowd = crowds.get(url)!
  crowd.mark = Buffer.from(mark)
  crowd.left = crowd.sockets.length
}

/** Returns the time at which the last socket received it. */
export async function waitForFrames(url: string): Promise<number> {
  const crowd = crowds.get(url)!
  if (crowd.left > 0) {
    await new Promise<void>((resolve) => {
      crowd.came = resolve
      setTimeout(resolve, timeoutMs)
    })
  }
  if (crowd.left > 0) throw new Error(`${crowd.left} did not get the frame`)
  return crowd.lastMs
}

function enter(url: string, crowd: Crowd, hello?: string): Promise<void> {
  const { hostname, port, pathname, host } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
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
      if (crowd.left > 0 && bytes.includes(crowd.mark)) found(crowd)
    })
  })
}

function found(crowd: Crowd): void {
  if (--crowd.left > 0) return
  crowd.lastMs = nowMs()
  crowd.came()
}

/** Encodes a short client message; the required mask is zero, so it changes nothing. */
function masked(text: string): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.from([0x81, 0x80 | bytes.length, 0, 0, 0, 0]), bytes])
}
