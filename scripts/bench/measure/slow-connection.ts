// Simulates a "slow 3G" connection between a page and its server on the TCP level, so that new
// connections and sockets are delayed too.
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** `roundTripMs`: round trip of a packet, and time to open a connection */
type Slowness = { roundTripMs: number; bytesPerSecond: number }
export const slow3g: Slowness = { roundTripMs: 400, bytesPerSecond: 50_000 }
/** `down()`: bytes received from the server so far */
type SlowLine = { url: string; down(): number; close(): void }

const packetBytes = 1_460

export async function openSlowLine(server: string, slowness: Slowness): Promise<SlowLine> {
  const { hostname, port } = new URL(server)
  const sockets = new Set<Socket>()
  const down = sharedPipe(slowness)
  const up = sharedPipe(slowness)
  const line = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => {})
    }
    // Opening a connection takes a round trip.
    const openedAt = performance.now() + slowness.roundTripMs
    const [toServer, toPage] = [up.lane(far, openedAt), down.lane(near, 0)]
    near.on('data', toServer.send)
    far.on('data', toPage.send)
    near.on('close', () => far.destroy())
    far.on('close', toPage.end)
  })
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
    down: () => down.sent(),
    close() {
      line.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

type Lane = { waiting: Buffer[]; to: Socket; notBefore: number; isEnded: boolean }

/** One direction, shared by all connections packet by packet. */
function sharedPipe({ roundTripMs, bytesPerSecond }: Slowness) {
  const lanes: Lane[] = []
  let sent = 0
  let freeAt = 0
  let isRunning = false

  function run(): void {
    const now = performance.now()
    const lane = lanes.find(({ waiting, notBefore }) => waiting.length > 0 && notBefore <= now)
    // A late timer must not make the connection slower.
    if (!isRunning) freeAt = now
    isRunning = lane !== undefined
    if (!lane) return
    lanes.push(...lanes.splice(lanes.indexOf(lane), 1))
    const packet = nextPacket(lane)
    sent += packet.length
    freeAt += (packet.length / bytesPerSecond) * 1_000
    setTimeout(() => lane.to.write(packet), Math.max(0, freeAt - now) + roundTripMs / 2)
    setTimeout(run, Math.max(0, freeAt - now))
    if (lane.isEnded && lane.waiting.length === 0) finish(lane)
  }
  function wake(): void {
    if (!isRunning) run()
  }
  function finish(lane: Lane): void {
    setTimeout(() => lane.to.end(), Math.max(0, freeAt - performance.now()) + roundTripMs / 2)
    lanes.splice(lanes.indexOf(lane), 1)
  }
  return {
    sent: () => sent,
    lane(to: Socket, notBefore: number) {
      const lane: Lane = { waiting: [], to, notBefore, isEnded: false }
      lanes.push(lane)
      // A timer may fire slightly early.
      setTimeout(wake, Math.max(0, notBefore - performance.now()) + 5)
      return {
        send(chunk: Buffer) {
          lane.waiting.push(chunk)
          wake()
        },
        end() {
          lane.isEnded = true
          if (lane.waiting.length === 0) finish(lane)
        },
      }
    },
  }
}

/** The rest of the first chunk stays at the front. */
function nextPacket({ waiting }: Lane): Buffer {
  const [chunk = Buffer.alloc(0)] = waiting
  const packet = chunk.subarray(0, packetBytes)
  if (chunk.length > packetBytes) waiting[0] = chunk.subarray(packetBytes)
  else waiting.shift()
  return packet
}
