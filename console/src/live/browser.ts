import { deviceName, newId } from '../device.ts'
import { wallClock } from './clock.ts'
import { keepIn } from './keep.ts'
import { poster } from './post.ts'
import { newSession } from './session.ts'
import type { Session } from './session.ts'
import { socketTo } from './socket.ts'

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
