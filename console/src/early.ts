// An official's page, before its program is here: the socket of its tournament is opened while the
// scripts are still on their way, which saves three round trips. `claimEarly` takes it over.
import type { Early } from './core/live/early-socket.ts'

const unclaimedMs = 60_000
const [, id] = /^\/tournament\/(\d+)\/admin(\/|$)/.exec(location.pathname) ?? []
if (id) openEarly(`/ws/tournament-relay/${id}`)

function openEarly(path: string): void {
  const socket = new WebSocket(`${location.origin.replace('http', 'ws')}${path}`)
  const asked = JSON.stringify({ type: 'subscribe', have: 0 })
  const heard: string[] = []
  const hear = ({ data }: MessageEvent) => heard.push(String(data))
  socket.addEventListener('message', hear)
  socket.addEventListener('open', () => socket.send(asked))
  const unclaimed = setTimeout(() => socket.close(), unclaimedMs)
  const claim = () => {
    clearTimeout(unclaimed)
    socket.removeEventListener('message', hear)
  }
  Object.assign(globalThis, { early: { path, socket, asked, heard, claim } satisfies Early })
}
