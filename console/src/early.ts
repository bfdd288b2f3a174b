// Runs first on an official's page: it opens the socket of the tournament while the scripts are
// still loading, which saves three round trips. `claimEarlySocket` takes the socket over.
import type { EarlySocket } from './core/live/early-socket.ts'

const unclaimedMs = 60_000
const [, id] = /^\/tournament\/(\d+)\/admin(\/|$)/.exec(location.pathname) ?? []
if (id) openEarly(`/ws/tournament-relay/${id}`)

function openEarly(path: string): void {
  const socket = new WebSocket(`${location.origin.replace('http', 'ws')}${path}`)
  const request = JSON.stringify({ type: 'subscribe', have: 0 })
  const messages: string[] = []
  const onMessage = ({ data }: MessageEvent) => messages.push(String(data))
  socket.addEventListener('message', onMessage)
  socket.addEventListener('open', () => socket.send(request))
  const unclaimed = setTimeout(() => socket.close(), unclaimedMs)
  const claim = () => {
    clearTimeout(unclaimed)
    socket.removeEventListener('message', onMessage)
  }
  const early: EarlySocket = { path, socket, request, messages, claim }
  Object.assign(globalThis, { early })
}
