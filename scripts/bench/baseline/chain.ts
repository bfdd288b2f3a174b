// POST, publish with the expected sequence, acknowledgement, consumer, upsert and checkpoint in one
// statement, core NATS, one write to every socket.
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { DeliverPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import type { NatsConnection } from '@nats-io/transport-node'
import { natsAddress } from '#services/log/index.ts'
import Fastify from 'fastify'
import pg from 'pg'
import { WebSocketServer } from 'ws'
import { nowMs } from '../measure/numbers.ts'
import { streamLike } from './publish.ts'

export type Chain = { url: string; publishFrame(text: string): { atMs: number } }
/** A stored command of a tournament. */
type Point = { id: string; tournament: number; seq: number }
type Body = { id: string; tournament?: number }

const tables = `
create table baseline (id int primary key, row jsonb not null);
create table baseline_checkpoint (name text primary key, seq bigint not null);
insert into baseline_checkpoint values ('baseline', 0)`
const statement = `with moved as (update baseline_checkpoint set seq = $1 where name = 'baseline' returning 1)
insert into baseline select * from jsonb_to_recordset($2) as r(id int, row jsonb)
where exists (select from moved) on conflict (id) do update set row = excluded.row`

export async function openChain(servers: { databaseUrl: string; natsUrl: string }): Promise<Chain> {
  const pool = new pg.Pool({ connectionString: servers.databaseUrl, max: 2 })
  await pool.query(tables)
  const nc = await connect(natsAddress(servers.natsUrl))
  const js = jetstream(nc)
  await (await jetstreamManager(nc)).streams.add(streamLike('baseline'))

  /** The last position of each tournament, once the command that is in turn has been stored. */
  const positions = new Map<number, Promise<number>>()
  const web = Fastify()
  web.post<{ Body: Body }>('/commands', async ({ body }) => {
    const { tournament = 1 } = body
    const position = (positions.get(tournament) ?? Promise.resolve(0)).then(async (lastSeq) => {
      const ack = await js.publish(`baseline.${tournament}`, JSON.stringify(body), {
        expect: { lastSubjectSequence: lastSeq },
      })
      return ack.seq
    })
    positions.set(tournament, position)
    return { seq: await position }
  })
  const url = await web.listen({ host: '127.0.0.1', port: 0 })

  sendFramesToSockets(web.server, nc)

  void follow()
  async function follow(): Promise<void> {
    const consumer = await js.consumers.get('baseline', { deliver_policy: DeliverPolicy.All })
    let waiting: Point[] = []
    let writing = false
    for await (const message of await consumer.consume({ max_messages: 5_000 })) {
      const { id, tournament = 1 } = message.json<Body>()
      waiting.push({ id, tournament, seq: message.seq })
      if (!writing) void write()
    }
    async function write(): Promise<void> {
      writing = true
      while (waiting.length > 0) {
        const batch = waiting
        waiting = []
        const last = batch.at(-1)!
        const rows = new Map(batch.map((row) => [row.tournament, { id: row.tournament, row }]))
        await pool.query(statement, [last.seq, JSON.stringify([...rows.values()])])
        for (const one of batch) nc.publish(`toyframe.${one.tournament}`, JSON.stringify(one))
      }
      writing = false
    }
  }

  return {
    url,
    publishFrame(text) {
      const atMs = nowMs()
      nc.publish('toyframe.1', text)
      return { atMs }
    },
  }
}

/** Writes each frame to the sockets of its tournament. */
function sendFramesToSockets(server: Server, nc: NatsConnection): void {
  const socketsByTournament = new Map<number, Set<Socket>>()
  const webSocketServer = new WebSocketServer({ server, path: '/ws' })
  webSocketServer.on('connection', (socket, request) => {
    const tournament = tournamentOf(request)
    const sockets = socketsByTournament.get(tournament) ?? new Set()
    socketsByTournament.set(tournament, sockets.add(request.socket))
    socket.on('close', () => sockets.delete(request.socket))
  })
  nc.subscribe('toyframe.*', {
    callback: (_, message) => {
      const bytes = frame(message.data)
      const tournament = Number(message.subject.split('.')[1])
      for (const socket of socketsByTournament.get(tournament) ?? []) socket.write(bytes)
    },
  })
}

function tournamentOf({ url }: IncomingMessage): number {
  return Number(new URL(url ?? '', 'http://baseline').searchParams.get('tournament') ?? 1)
}

/** Encodes one text message as a WebSocket frame. */
function frame(text: Uint8Array): Buffer {
  const { length } = text
  const header =
    length < 126 ? Buffer.from([0x81, length]) : Buffer.from([0x81, 126, length >> 8, length & 255])
  return Buffer.concat([header, text])
}
