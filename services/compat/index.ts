// The compatibility API for programs of scenes that were written for HiveMind. It runs the handlers
// of REST and of the sockets on a separate port, with HiveMind's keys and messages (docs/wire.md).
import type { IncomingMessage, Server } from 'node:http'
import { createWeb } from '../web/index.ts'
import type { Web, WebOptions } from '../web/index.ts'
import { answerAsCompat } from './answers.ts'

/** Scripts send this cookie; here it contains an API key instead of a browser session. */
const keyCookie = 'sessionid'

export async function openCompat(options: Omit<WebOptions, 'consoleDist'>): Promise<Web> {
  const web = await createWeb({ ...options, keyCookie })
  answerAsCompat(web, options.store)
  return web
}

type Compat = { web: Web; listen(host: string): Promise<unknown> }

/** For a service in its own process: reads the environment; undefined if no port is configured. */
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

/** Routes requests with this host name on the main port to the compatibility API. */
export function serveByHost(main: Server, compat: Server, host: string): void {
  const isForCompat = ({ headers }: IncomingMessage) =>
    headers.host?.toLowerCase().replace(/:\d+$/, '') === host.toLowerCase()
  for (const event of ['request', 'upgrade'] as const) {
    const mainListeners = main.listeners(event)
    main.removeAllListeners(event)
    main.on(event, (request: IncomingMessage, ...rest: unknown[]) => {
      const listeners = isForCompat(request) ? compat.listeners(event) : mainListeners
      for (const listener of listeners) listener.call(main, request, ...rest)
    })
  }
}
