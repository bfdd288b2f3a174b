// The compatibility API, for programs that scenes own and that were written for HiveMind: the handlers
// of REST and of the sockets on a port of their own, with HiveMind's keys and messages (docs/wire.md).
import type { IncomingMessage, Server } from 'node:http'
import { createWeb } from '../web/index.ts'
import type { Web, WebOptions } from '../web/index.ts'
import { answerAsCompat } from './answers.ts'

/** The cookie that scripts copy: here it holds an API key, never a browser's own session. */
const keyCookie = 'sessionid'

export async function openCompat(options: Omit<WebOptions, 'consoleDist'>): Promise<Web> {
  const web = await createWeb({ ...options, keyCookie })
  answerAsCompat(web, options.store)
  return web
}

type Compat = { web: Web; listen(host: string): Promise<unknown> }

/** For a service that runs alone: as its environment says; undefined where it has no port. */
export async function compatFrom(
  { HIVE_PORT: port, HIVE_HOST: name }: NodeJS.ProcessEnv,
  main: Web,
  options: Omit<WebOptions, 'consoleDist'>,
): Promise<Compat | undefined> {
  if (!port) return undefined
  const web = await openCompat(options)
  return {
    web,
    async listen(host) {
      await web.listen({ host, port: Number(port) })
      if (name) serveByHost(main.server, web.server, name)
    },
  }
}

/** Requests for this host name go to the compatibility API, whichever port they come by. */
export function serveByHost(main: Server, compat: Server, host: string): void {
  const isForCompat = ({ headers }: IncomingMessage) =>
    headers.host?.toLowerCase().replace(/:\d+$/, '') === host.toLowerCase()
  for (const event of ['request', 'upgrade'] as const) {
    const own = main.listeners(event)
    main.removeAllListeners(event)
    main.on(event, (request: IncomingMessage, ...rest: unknown[]) => {
      const listeners = isForCompat(request) ? compat.listeners(event) : own
      for (const listener of listeners) listener.call(main, request, ...rest)
    })
  }
}
