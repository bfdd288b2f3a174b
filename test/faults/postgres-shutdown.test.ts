import { randomBytes } from 'node:crypto'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStore } from '../../services/store/index.ts'
import { newDatabase } from '../support/app.ts'

/** Of Postgres: the next question, and the end of a connection where the server is shut down. */
const readyForQuery = Buffer.from('Z\0\0\0\u0005I', 'latin1')
const fields = 'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'
const length = Buffer.alloc(4)
length.writeInt32BE(4 + fields.length)
const shutDown = Buffer.concat([Buffer.from('E'), length, Buffer.from(fields)])

let between: Server
let url: URL
let shutDowns = 0
beforeAll(async () => {
  url = new URL(await newDatabase(`s${randomBytes(6).toString('hex')}`))
  const port = Number(url.port)
  between = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    near.on('error', () => far.destroy()).pipe(far)
    far.on('error', () => near.destroy()).on('end', () => near.end())
    far.on('data', (said) => {
      if (shutDowns === 0 || !said.includes(readyForQuery)) return void near.write(said)
      shutDowns--
      near.end(Buffer.concat([said, shutDown]))
      far.destroy()
    })
  })
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve))
  url.port = `${(between.address() as AddressInfo).port}`
})
afterAll(() => void between?.close())

test('P15: a connection that is ended in the moment it is made ends no process', async () => {
  shutDowns = 3
  const store = await openStore({ url: url.href, max: 2 })
  expect(shutDowns).toBe(0)
  expect((await store.pool.query('select 1 as n')).rows).toEqual([{ n: 1 }])
  await store.close()
})
