import { wallClock } from './clock.ts'
import { keepIn } from './keep.ts'
import { poster } from './post.ts'
import type { Connect } from './relay.ts'
import { newSession } from './session.ts'
import type { Session } from './session.ts'

/** The sync core on this browser's socket, clock, storage and chance. */
export function sessionHere(tournament: number): Session {
  return newSession(tournament, {
    connect: socketTo(`/ws/tournament-relay/${tournament}`),
    post: poster((input, init) => fetch(input, init), deviceName()),
    clock: wallClock,
    random: Math.random,
    newId,
    keep: keepIn(sessionStorage, tournament),
  })
}

function socketTo(path: string): Connect {
  return ({ opened, message, closed }) => {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = new WebSocket(`${scheme}://${location.host}${path}`)
    socket.addEventListener('open', opened)
    socket.addEventListener('message', ({ data }) => message(String(data)))
    socket.addEventListener('close', closed)
    return {
      send(text) {
        if (socket.readyState === WebSocket.OPEN) socket.send(text)
      },
      close: () => socket.close(),
    }
  }
}

/** `randomUUID` exists on https only, and a hall often has none. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Four letters this browser keeps, so that officials can tell their devices apart. */
function deviceName(): string {
  const key = 'waggle:device'
  try {
    const name = localStorage.getItem(key) ?? `console-${newId().slice(0, 4)}`
    localStorage.setItem(key, name)
    return name
  } catch {
    return 'console'
  }
}
