// POST, publish with the expected sequence, acknowledgement, consumer, upsert and checkpoint in one
// statement, core NATS, one write to every socket.
import type { Socket } from 'node:net'
import { DeliverPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { natsAddress } from '../../../services/log/index.ts'
import Fastify from 'fastify'
import pg from 'pg'
import { WebSocketServer } from 'ws'
import { nowMs } from '../measure/numbers.ts'
import { streamLike } from './publish.ts'

export type Chain = { url: string; publishFrame(text: string): { atMs: number } }
type Point = { id: string; seq: number }

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

  let lastSeq = 0
  let turn: Promise<unknown> = Promise.resolve()
  const web = Fastify()
  web.post('/commands', async (request) => {
    const mine = turn.then(async () => {
      const ack = await js.publish('baseline.1', JSON.stringify(request.body), {
        expect: { lastSubjectSequence: lastSeq },
      })
      lastSeq = ack.seq
      return ack.seq
    })
    turn = mine
    return { seq: await mine }
  })
  const url = await web.listen({ host: '127.0.0.1', port: 0 })

  const sockets = new Set<Socket>()
  const webSocketServer = new WebSocketServer({ server: web.server, path: '/ws' })
  webSocketServer.on('connection', (socket, request) => {
    sockets.add(request.socket)
    socket.on('close', () => sockets.delete(request.socket))
  })
  nc.subscribe('toyframe', {
    callback: (_, message) => {
      const bytes = frame(message.data)
      for (const socket of sockets) socket.write(bytes)
    },
  })

  void follow()
  async function follow(): Promise<void> {
    const consumer = await js.consumers.get('baseline', { deliver_policy: DeliverPolicy.All })
    let waiting: Point[] = []
    let writing = false
    for await (const message of await consumer.consume({ max_messages: 5_000 })) {
      waiting.push({ id: message.json<Point>().id, seq: message.seq })
      if (!writing) void write()
    }
    async function write(): Promise<void> {
      writing = true
      while (waiting.length > 0) {
        const batch = waiting
        waiting = []
        const last = batch.at(-1)!
        await pool.query(statement, [last.seq, JSON.stringify([{ id: 1, row: last }])])
        for (const one of batch) nc.publish('toyframe', JSON.stringify(one))
      }
      writing = false
    }
  }

  return {
    url,
    publishFrame(text) {
      const atMs = nowMs()
      nc.publish('toyframe', text)
      return { atMs }
    },
  }
}

/** Encodes one text message as a WebSocket frame. */
function frame(text: Uint8Array): Buffer {
  const { length } = text
  const header =
    length < 126 ? Buffer.from([0x81, length]) : Buffer.from([0x81, 126, length >> 8, length & 255])
  return Buffer.concat([header, text])
}
