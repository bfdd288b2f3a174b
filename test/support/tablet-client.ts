// A tablet without its screen: the console's own live store and outbox, on this process's sockets.
import { WebSocket } from 'ws'
import type { MatchRow } from '../../events/schema/rows.ts'
import { wallClock } from '../../console/src/core/outbox/clock.ts'
import { optimisticMatch } from '../../console/src/core/outbox/optimistic.ts'
import { postCommandTo } from '../../console/src/core/outbox/post-command.ts'
import { isUnsent } from '../../console/src/core/outbox/pending-command.ts'
import type { NewCommand, PendingCommand } from '../../console/src/core/outbox/pending-command.ts'
import type { Connect } from '../../console/src/core/live/relay.ts'
import { memoryStorage } from './console-session.ts'
import { ownStepsIn } from '../../console/src/core/live/own-steps.ts'
import { newSession } from '../../console/src/core/live/session.ts'
import type { Session, LiveState } from '../../console/src/core/live/session.ts'
import type { Random } from '../../events/simulation/random.ts'

export type Tablet = {
  shown(): LiveState
  /** until the page is loaded anew */
  watch(changed: (state: LiveState) => void): void
  /** the match as it is drawn, unconfirmed presses over it */
  match(id: number): MatchRow | undefined
  press(press: NewCommand): string
  /** a person says: apply anyway */
  insist(id: string): void
  drop(id: string): void
  unsent(): PendingCommand[]
  /** the page is loaded anew: what it kept is all that it has */
  reload(): void
  close(): void
}
type Wanted = { at: string; key: string; tournament: number; chance: Random }

export function openTablet({ at, key, tournament, chance }: Wanted): Tablet {
  let kept: PendingCommand[] = []
  const authorization = `Bearer ${key}`
  const post = postCommandTo((path, init) => {
    const headers = { ...(init?.headers as Record<string, string>), authorization }
    return fetch(new URL(path, at), { ...init, headers })
  }, 'Tablet')
  const open = (): Session => {
    const session = newSession(tournament, {
      cache: null,
      connect: socketTo(`${at.replace('http', 'ws')}/ws/tournament-relay/${tournament}`),
      post,
      clock: wallClock,
      random: () => chance.next(),
      newId: () => chance.uuid(),
      keep: { read: () => structuredClone(kept), write: (now) => (kept = structuredClone(now)) },
      own: ownStepsIn(memoryStorage, tournament),
    })
    session.open()
    return session
  }
  let session = open()
  const shown = () => session.store.getState()
  return {
    shown,
    watch: (changed) => void session.store.subscribe(changed),
    match(id) {
      const row = shown().live.rows.match[id]
      return row && optimisticMatch(row, shown().presses).match
    },
    press: (press) => session.press(press),
    insist: (id) => session.retry(id),
    drop: (id) => session.dismiss(id),
    unsent: () => shown().presses.filter(isUnsent),
    reload() {
      session.close()
      session = open()
    },
    close: () => session.close(),
  }
}

/** Sockets of this process, as the console opens them in a browser. */
export function socketTo(url: string): Connect {
  return ({ opened, message, closed }) => {
    const socket = new WebSocket(url)
    socket.on('open', opened)
    socket.on('message', (text: Buffer) => message(text.toString()))
    socket.on('close', closed)
    socket.on('error', () => {})
    return {
      send(text) {
        if (socket.readyState === WebSocket.OPEN) socket.send(text)
      },
      close: () => socket.terminate(),
    }
  }
}
