import { WebSocket } from 'ws'
import { playGame } from '#events/simulation/play.ts'
import { nowMs } from '../measure/numbers.ts'

export type Cabinet = { sceneName: string; cabinetName: string; token: string }

/**
 * Every cabinet sends `each` events at once over its own socket; returns milliseconds to the last
 * ack.
 */
export async function sendEvents(url: string, cabinets: Cabinet[], each: number): Promise<number> {
  const clients = await openClients(url, cabinets, each)
  const startMs = nowMs()
  await Promise.all(clients.map((client) => client.send(each - 1)))
  const ms = nowMs() - startMs
  for (const client of clients) client.close()
  return ms
}

type Times = { acknowledged: number[]; relayed: number[] }

/**
 * Sends events from each cabinet at a constant rate; returns milliseconds from event to ack, and
 * from event to a viewer of the cabinet's events.
 */
export async function sendSteadily(
  { url, compatUrl }: { url: string; compatUrl: string },
  cabinets: Cabinet[],
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<Times> {
  const each = perSecond * seconds
  const relays = await Promise.all(cabinets.map((cabinet) => openRelay(compatUrl, cabinet)))
  const clients = await openClients(url, cabinets, each + 1)
  const times: number[] = []
  const startMs = nowMs()
  const play = async (client: Client, place: number) => {
    const acks: Promise<void>[] = []
    for (let i = 0; i < each; i++) {
      const dueMs = startMs + ((i + place / clients.length) * 1_000) / perSecond
      const leftMs = dueMs - nowMs()
      if (leftMs > 0) await new Promise((resolve) => setTimeout(resolve, leftMs))
      const sentMs = nowMs()
      const relay = relays[place]!
      acks.push(
        client.send(1).then((eventIDs) => {
          times.push(nowMs() - sentMs)
          for (const id of eventIDs) relay.sentMs.set(id, sentMs)
        }),
      )
    }
    await Promise.all(acks)
  }
  await Promise.all(clients.map(play))
  await new Promise((resolve) => setTimeout(resolve, relayedWithinMs))
  for (const client of [...clients, ...relays]) client.close()
  return { acknowledged: times, relayed: relays.flatMap((relay) => relay.times()) }
}

const relayedWithinMs = 1_000

async function openRelay(url: string, { sceneName, cabinetName }: Cabinet) {
  const socket = new WebSocket(`${url}/ws/event-relay/${sceneName}/${cabinetName}`)
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const heardMs = new Map<string, number>()
  socket.on('message', (raw: Buffer) => {
    heardMs.set((JSON.parse(raw.toString()) as { uuid: string }).uuid, nowMs())
  })
  const sentMs = new Map<string, number>()
  return {
    sentMs,
    times: () =>
      [...heardMs].flatMap(([id, heard]) => (sentMs.has(id) ? heard - sentMs.get(id)! : [])),
    close: () => socket.close(),
  }
}

type Client = {
  /** resolves with their ids */ send(count: number): Promise<string[]>
  close(): void
}

/**
 * Each has sent its first event, which causes a lookup of the cabinet. One after another, since a
 * server accepts few sockets of one address that have not authenticated yet.
 */
async function openClients(url: string, cabinets: Cabinet[], each: number): Promise<Client[]> {
  const clients: Client[] = []
  for (const cabinet of cabinets) {
    const client = await openClient(url, cabinet, each)
    await client.send(1)
    clients.push(client)
  }
  return clients
}

async function openClient(url: string, cabinet: Cabinet, count: number): Promise<Client> {
  const events = eventsOf(`${cabinet.cabinetName} ${nowMs()}`, count)
  const texts = events.map((event) => JSON.stringify({ ...event, cabinet }))
  const socket = new WebSocket(url, { perMessageDeflate: false })
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  let sent = 0
  let acknowledged = 0
  const waiting: { upTo: number; resolve(): void }[] = []
  socket.on('close', (code) => {
    if (waiting.length > 0) throw new Error(`the socket of a cabinet was closed (${code})`)
  })
  socket.on('message', (raw) => {
    const text = (raw as Buffer).toString()
    if (!text.startsWith('{"eventID"')) throw new Error(text)
    acknowledged++
    while (waiting[0] && waiting[0].upTo <= acknowledged) waiting.shift()?.resolve()
  })
  return {
    send(more) {
      const ids = events.slice(sent, sent + more).map((event) => event.eventID)
      for (const text of texts.slice(sent, sent + more)) socket.send(text)
      sent += more
      return new Promise((resolve) => waiting.push({ upTo: sent, resolve: () => resolve(ids) }))
    },
    close: () => socket.close(),
  }
}

/** `count` events of consecutive games. */
export function eventsOf(seed: string, count: number) {
  const events: ReturnType<typeof playGame> = []
  for (let game = 0; events.length < count; game++) {
    const startAt = new Date(Date.now() + game * 300_000)
    events.push(...playGame({ seed: `${seed} ${game}`, startAt }))
  }
  return events.slice(0, count)
}
