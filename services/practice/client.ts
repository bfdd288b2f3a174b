// A cabinet client like those that scenes run: it keeps every event until it is acknowledged.
import { pauseAfterMs } from '#events/backoff.ts'
import { WebSocket } from 'ws'
import type { CabinetEvent } from '#events/schema/cabinet-facts.ts'
import { newPendingEvents, type PendingEvents, type Stats } from './pending-events.ts'
import type { CabinetName } from './pending-events.ts'

export type ErrorMessage = { error: string; detail?: unknown; eventID?: string }
export type CabinetClient = {
  send(event: CabinetEvent): void
  /** Resolves when the server has acknowledged all events. */
  idle(): Promise<void>
  close(): Promise<void>
  readonly stats: Stats
}
type OnRefused = (refused: ErrorMessage) => void
type Options = CabinetName & { url: string; onRefused?: OnRefused }
type Answer = { eventID?: string; error?: string; detail?: unknown }

const resendAfterMs = 5000
const firstBackoffMs = 500
const lastBackoffMs = 8000

export function connectCabinet(options: Options): CabinetClient {
  const { url, sceneName, cabinetName, token, onRefused } = options
  const pending = newPendingEvents({ sceneName, cabinetName, token })
  const connection = keepConnected(url, {
    onOpen: (socket) => {
      pending.counts.connects += 1
      transmit(socket, pending, pending.all())
    },
    onMessage: (text) => receive(pending, text, onRefused),
  })
  const overdue = setInterval(
    () => transmit(connection.socket(), pending, pending.overdue(resendAfterMs)),
    1000,
  )
  return {
    send: (event) => transmit(connection.socket(), pending, [pending.add(event)]),
    idle: pending.idle,
    close: () => {
      clearInterval(overdue)
      return connection.close()
    },
    get stats() {
      return pending.stats()
    },
  }
}

function transmit(
  socket: WebSocket,
  pending: PendingEvents,
  messages: ReturnType<PendingEvents['all']>,
) {
  if (socket.readyState !== WebSocket.OPEN) return
  for (const message of messages) {
    pending.sent(message)
    socket.send(message.text)
  }
}

function receive(pending: PendingEvents, text: string, onRefused?: OnRefused) {
  const answer = JSON.parse(text) as Answer
  if (answer.error === undefined) {
    if (answer.eventID !== undefined) pending.acknowledge(answer.eventID)
    return
  }
  pending.counts.refused += 1
  onRefused?.({ ...answer, error: answer.error })
}

type Handlers = { onOpen: (socket: WebSocket) => void; onMessage: (text: string) => void }

/** Reconnects with backoff whenever the socket closes; ws answers the server's pings itself. */
function keepConnected(url: string, handlers: Handlers) {
  let closed = false
  let failures = 0
  let reconnectTimer: NodeJS.Timeout | undefined
  let socket = connect()

  function connect(): WebSocket {
    const next = new WebSocket(url)
    next.on('open', () => handlers.onOpen(next))
    next.on('message', (message) => {
      failures = 0
      handlers.onMessage((message as Buffer).toString('utf8'))
    })
    next.on('error', () => next.terminate())
    next.on('close', () => {
      if (closed) return
      const pauseMs = pauseAfterMs(++failures, { firstMs: firstBackoffMs, mostMs: lastBackoffMs })
      reconnectTimer = setTimeout(() => (socket = connect()), pauseMs)
    })
    return next
  }

  async function close(): Promise<void> {
    closed = true
    clearTimeout(reconnectTimer)
    if (socket.readyState === WebSocket.CLOSED) return
    await new Promise<void>((resolve) => {
      socket.once('close', () => resolve())
      socket.close()
      setTimeout(() => socket.terminate(), 1000).unref()
    })
  }

  return { socket: () => socket, close }
}
