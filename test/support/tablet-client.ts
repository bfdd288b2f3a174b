// A tablet without its screen: the console's live store and presses, on sockets of this process.
import { WebSocket } from 'ws'
import type { MatchRow } from '#events/schema/rows.ts'
import { wallClock } from '#console/src/core/time/clock.ts'
import { optimisticMatch } from '#console/src/core/presses/optimistic.ts'
import { attemptBy } from '#console/src/core/writes/attempt.ts'
import { isUnsent } from '#console/src/core/presses/pending-command.ts'
import type { NewCommand, PendingCommand } from '#console/src/core/presses/pending-command.ts'
import type { Connect } from '#console/src/core/live/live-connection.ts'
import { memoryStorage } from './console-session.ts'
import { ownStepsIn } from '#console/src/core/live/own-steps.ts'
import { newLiveSession } from '#console/src/core/live/live-session.ts'
import type { LiveSession, LiveState } from '#console/src/core/live/live-session.ts'
import type { Random } from '#events/simulation/random.ts'

export type Tablet = {
  shown(): LiveState
  /** calls `changed` on every change until the page is reloaded */
  watch(changed: (state: LiveState) => void): void
  /** the match as it is displayed, with unconfirmed presses applied */
  match(id: number): MatchRow | undefined
  press(press: NewCommand): string
  /** the user chooses to apply the press anyway */
  insist(id: string): void
  drop(id: string): void
  unsent(): PendingCommand[]
  /** reloads the page: only persisted presses remain */
  reload(): void
  close(): void
}
type TabletOptions = { at: string; key: string; tournament: number; chance: Random }

export function openTablet({ at: baseUrl, key, tournament, chance }: TabletOptions): Tablet {
  let stored: PendingCommand[] = []
  const authorization = `Bearer ${key}`
  const attempt = attemptBy((path, init) => {
    const headers = { ...(init?.headers as Record<string, string>), authorization }
    return fetch(new URL(path, baseUrl), { ...init, headers })
  }, 'Tablet')
  const open = (): LiveSession => {
    const session = newLiveSession(tournament, {
      cache: null,
      connect: socketTo(`${baseUrl.replace('http', 'ws')}/ws/tournament-relay/${tournament}`),
      attempt,
      clock: wallClock,
      random: () => chance.next(),
      newId: () => chance.uuid(),
      keep: {
        read: () => structuredClone(stored),
        write: (now) => (stored = structuredClone(now)),
      },
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

/** Opens sockets in this process, as the console does in a browser. */
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
