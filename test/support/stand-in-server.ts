import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An HTTP server that can be stopped and started again at the same address. */
export function ownServer(listener: RequestListener, onUp: (url: string) => void) {
  let server: Server | null = null
  let port = 0
  return {
    async down(): Promise<void> {
      const closing = server
      server = null
      closing?.closeAllConnections()
      if (closing) await new Promise((resolve) => closing.close(resolve))
    },
    async up(): Promise<void> {
      if (server) return
      server = createServer(listener)
      await new Promise<void>((resolve) => server!.listen(port, '127.0.0.1', resolve))
      ;({ port } = server.address() as AddressInfo)
      onUp(`http://127.0.0.1:${port}`)
    },
  }
}

export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}
