import { randomBytes } from 'node:crypto'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStore } from '#services/store/index.ts'
import { newDatabase } from '../support/app.ts'

/**
 * Messages of the Postgres protocol: ready for a query, and the end of a connection at a shutdown.
 */
const readyForQuery = Buffer.from('Z\0\0\0\u0005I', 'latin1')
const fields = 'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'
const length = Buffer.alloc(4)
length.writeInt32BE(4 + fields.length)
const shutDown = Buffer.concat([Buffer.from('E'), length, Buffer.from(fields)])

let proxy: Server
let url: URL
let shutDowns = 0
beforeAll(async () => {
  url = new URL(await newDatabase(`s${randomBytes(6).toString('hex')}`))
  const port = Number(url.port)
  proxy = createServer((client) => {
    const upstream = connect(port, '127.0.0.1')
    client.on('error', () => upstream.destroy()).pipe(upstream)
    upstream.on('error', () => client.destroy()).on('end', () => client.end())
    upstream.on('data', (chunk) => {
      if (shutDowns === 0 || !chunk.includes(readyForQuery)) return void client.write(chunk)
      shutDowns--
      client.end(Buffer.concat([chunk, shutDown]))
      upstream.destroy()
    })
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  url.port = `${(proxy.address() as AddressInfo).port}`
})
afterAll(() => void proxy?.close())

test('P15: a connection that Postgres ends right after accepting it does not end the process', async () => {
  shutDowns = 3
  const store = await openStore({ url: url.href, max: 2 })
  expect(shutDowns).toBe(0)
  expect((await store.pool.query('select 1 as n')).rows).toEqual([{ n: 1 }])
  await store.close()
})
