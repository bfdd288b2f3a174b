// The second dialect, for the programs that scenes own: the handlers of REST and of the sockets on
// a port of their own, in the words those programs know. What is said there is in docs/wire.md.
import type { IncomingMessage, Server } from 'node:http'
import { createWeb } from '../web/index.ts'
import type { Web, WebOptions } from '../web/index.ts'
import { answerInHive } from './dialect.ts'

/** The cookie that scripts copy: here it holds an API key, never a browser's own session. */
const keyCookie = 'sessionid'

export async function openHive(options: Omit<WebOptions, 'consoleDist'>): Promise<Web> {
  const web = await createWeb({ ...options, keyCookie })
  answerInHive(web, options.store)
  return web
}

type Hive = { web: Web; listen(host: string): Promise<unknown> }

/** For a service that runs alone: as its environment says; undefined where the dialect is not spoken. */
export async function hiveFrom(
  { HIVE_PORT: port, HIVE_HOST: name }: NodeJS.ProcessEnv,
  main: Web,
  options: Omit<WebOptions, 'consoleDist'>,
): Promise<Hive | undefined> {
  if (!port) return undefined
  const web = await openHive(options)
  return {
    web,
    async listen(host) {
      await web.listen({ host, port: Number(port) })
      if (name) serveByHost(main.server, web.server, name)
    },
  }
}

/** Requests for this host name go to the second dialect, whichever port they come by. */
export function serveByHost(main: Server, hive: Server, host: string): void {
  const isForHive = ({ headers }: IncomingMessage) =>
    headers.host?.toLowerCase().replace(/:\d+$/, '') === host.toLowerCase()
  for (const event of ['request', 'upgrade'] as const) {
    const own = main.listeners(event)
    main.removeAllListeners(event)
    main.on(event, (request: IncomingMessage, ...rest: unknown[]) => {
      const listeners = isForHive(request) ? hive.listeners(event) : own
      for (const listener of listeners) listener.call(main, request, ...rest)
    })
  }
}
