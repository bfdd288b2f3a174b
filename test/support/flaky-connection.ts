import { once } from 'node:events'
import net from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import type { Random } from '#events/simulation/random.ts'

/** A proxy to a server whose connections break repeatedly, in the middle of a transfer. */
type FlakyConnection = { url: string; cuts(): number; close(): Promise<void> }

export async function openFlakyConnection(
  server: string,
  chance: Random,
  bytes: { least: number; most: number },
): Promise<FlakyConnection> {
  const { hostname, port } = new URL(server)
  const sockets = new Set<Socket>()
  let cuts = 0

  const proxy = net.createServer((client) => {
    const upstream = net.connect(Number(port), hostname)
    let left = chance.whole(bytes.least, bytes.most)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.on('error', () => from.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      from.on('data', (chunk: Buffer) => {
        if (left <= 0) return
        to.write(chunk.subarray(0, left))
        left -= chunk.length
        if (left > 0) return
        cuts += 1
        from.destroy()
      })
    }
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    cuts: () => cuts,
    close: async () => {
      proxy.close()
      for (const socket of sockets) socket.destroy()
      await once(proxy, 'close')
    },
  }
}
