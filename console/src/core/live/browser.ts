import { deviceName, newId } from '../device.ts'
import { wallClock } from '../outbox/clock.ts'
import { pendingStorageIn } from '../outbox/pending-storage.ts'
import { claimEarly } from './early-socket.ts'
import { stateCacheOf } from './state-cache.ts'
import { ownStepsIn } from './own-steps.ts'
import { postCommandTo } from '../outbox/post-command.ts'
import { newSession } from './session.ts'
import type { Session } from './session.ts'
import { socketTo } from './socket.ts'

/** The sync core on this browser's socket, clock, storage and chance. */
export function sessionHere(tournament: number): Session {
  const path = `/ws/tournament-relay/${tournament}`
  return newSession(tournament, {
    connect: claimEarly(path, socketTo(path)),
    post: postCommandTo((input, init) => fetch(input, init), deviceName()),
    clock: wallClock,
    cache: stateCacheOf(tournament),
    random: Math.random,
    newId,
    keep: pendingStorageIn(sessionStorage, tournament),
    own: ownStepsIn(() => localStorage, tournament),
  })
}
