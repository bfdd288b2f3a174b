// A cabinet's client as scenes run it: it keeps every event until the server has taken it.
import { WebSocket } from 'ws'
import type { CabinetEvent } from '../../events/schema/cabinet-facts.ts'
import { newOutbox, type Outbox, type Stats } from './outbox.ts'

export type CabinetName = { sceneName: string; cabinetName: string; token: string }
export type Refused = { error: string; detail?: unknown; eventID?: string }
export type CabinetClient = {
  send(event: CabinetEvent): void
  /** Resolves when the server has taken all that was sent. */
  idle(): Promise<void>
  close(): Promise<void>
  readonly stats: Stats
}
type OnRefused = (refused: Refused) => void
type Options = CabinetName & { url: string; onRefused?: OnRefused }
type Answer = { eventID?: string; error?: string; detail?: unknown }

const resendAfterMs = 5000
const firstBackoffMs = 500
const lastBackoffMs = 8000

export function connectCabinet(options: Options): CabinetClient {
  const { url, sceneName, cabinetName, token, onRefused } = options
  const outbox = newOutbox({ sceneName, cabinetName, token })
  const line = keepConnected(url, {
    opened: (socket) => {
      outbox.counts.connects += 1
      transmit(socket, outbox, outbox.all())
    },
    told: (text) => receive(outbox, text, onRefused),
  })
  const overdue = setInterval(
    () => transmit(line.socket(), outbox, outbox.overdue(resendAfterMs)),
    1000,
  )
  return {
    send: (event) => transmit(line.socket(), outbox, [outbox.add(event)]),
    idle: outbox.idle,
    close: () => {
      clearInterval(overdue)
      return line.close()
    },
    get stats() {
      return outbox.stats()
    },
  }
}

function transmit(socket: WebSocket, outbox: Outbox, messages: ReturnType<Outbox['all']>) {
  if (socket.readyState !== WebSocket.OPEN) return
  for (const message of messages) {
    outbox.sent(message)
    socket.send(message.text)
  }
}

function receive(outbox: Outbox, text: string, onRefused?: OnRefused) {
  const answer = JSON.parse(text) as Answer
  if (answer.error === undefined) {
    if (answer.eventID !== undefined) outbox.taken(answer.eventID)
    return
  }
  outbox.counts.refused += 1
  onRefused?.({ ...answer, error: answer.error })
}

type Ears = { opened: (socket: WebSocket) => void; told: (text: string) => void }

/** One socket after the other to the same address; ws answers the server's pings by itself. */
function keepConnected(url: string, ears: Ears) {
  let closed = false
  let backoffMs = firstBackoffMs
  let again: NodeJS.Timeout | undefined
  let socket = connect()

  function connect(): WebSocket {
    const next = new WebSocket(url)
    next.on('open', () => ears.opened(next))
    next.on('message', (message) => {
      backoffMs = firstBackoffMs
      ears.told((message as Buffer).toString('utf8'))
    })
    next.on('error', () => next.terminate())
    next.on('close', () => {
      if (closed) return
      again = setTimeout(() => (socket = connect()), backoffMs)
      backoffMs = Math.min(backoffMs * 2, lastBackoffMs)
    })
    return next
  }

  async function close(): Promise<void> {
    closed = true
    clearTimeout(again)
    if (socket.readyState === WebSocket.CLOSED) return
    await new Promise<void>((resolve) => {
      socket.once('close', () => resolve())
      socket.close()
      setTimeout(() => socket.terminate(), 1000).unref()
    })
  }

  return { socket: () => socket, close }
}
