// `npm run dev`: the example evening on embedded servers. Vite serves and reloads the console; the
// services run in a separate process, which Node restarts when their sources change.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer } from 'vite'
import { openStore } from '#services/store/index.ts'
import { printAddresses, playEvening } from '../example-evening.ts'
import { seed } from '../seed.ts'
import { freePort } from '../servers/port.ts'
import { argumentsOf } from '../support/arguments.ts'
import { explainFailures } from '../support/failure.ts'
import { dataDir, ownServers } from '../support/environment.ts'
import { ownSecret } from '../support/own-secret.ts'
import { endWithParent } from '../support/parent.ts'
import type { DevOptions } from './services.ts'

// Vite proxies requests, so to the services every client looks local; therefore only this machine
// may connect.
const host = '127.0.0.1'
const root = join(import.meta.dirname, '../..')

explainFailures()
// `--people` and `--empty` are those of `npm start`, and change nothing here.
argumentsOf('It starts Waggle for development: npm run dev', { flags: ['people', 'empty'] })
const servers = await ownServers()
if (!servers.embedded) {
  await servers.stop()
  console.error('npm run dev keeps its data in servers of its own: unset DATABASE_URL.')
  process.exit(1)
}
const port = await freePort()
const inside = `http://${host}:${port}`
const adminKey = process.env['ADMIN_API_KEY'] || randomBytes(24).toString('base64url')
const services = startServices()
const vite = await createServer({
  configFile: join(root, 'console/vite.config.ts'),
  logLevel: 'warn',
  server: {
    host,
    port: Number(process.env['PORT'] ?? 8080),
    strictPort: true,
    proxy: {
      '/api': { target: inside, changeOrigin: false },
      '/ws': { target: inside, changeOrigin: false, ws: true },
    },
  },
})
await vite.listen()
const url = `http://${host}:${vite.config.server.port}`

let ended = false
const stopping = new AbortController()
async function end(code = 0): Promise<void> {
  if (ended) return
  ended = true
  stopping.abort()
  await vite.close()
  if (services.exitCode === null && services.signalCode === null) {
    services.kill('SIGTERM')
    await once(services, 'exit')
  }
  await servers.stop()
  process.exit(code)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end())
endWithParent(() => void end())
services.once('exit', () => void end(1))

await untilUp()
const store = await openStore({ url: servers.databaseUrl, max: 2 })
const seeded = await seed({ waggle: { url, store }, adminKey, empty: false })
await store.close()
console.log(`\nWaggle is running at ${url}`)
printAddresses(url, seeded)
console.log(`API key:     ${adminKey} (until the next start)`)
console.log('Services restart when a file in services/ or events/ changes. Ctrl-C ends it.\n')
await playEvening({ url: inside, adminKey, seeded, signal: stopping.signal })

function startServices() {
  const { databaseUrl, natsUrl, natsUrls } = servers
  const secret = ownSecret(dataDir())
  const options: DevOptions = {
    main: process.pid,
    waggle: { databaseUrl, natsUrl, natsUrls, port, host, adminKey, secret, oneClick: true },
  }
  const watched = ['services', 'events'].map((folder) => `--watch-path=${join(root, folder)}`)
  const script = join(import.meta.dirname, 'services.ts')
  return spawn(process.execPath, [...watched, '--watch-preserve-output', script], {
    env: { ...process.env, WAGGLE_DEV: JSON.stringify(options) },
    stdio: ['ignore', 'inherit', 'inherit'],
    // Ctrl-C reaches only this process, which then stops the others in order.
    detached: true,
  })
}

async function untilUp(): Promise<void> {
  const isUp = () =>
    fetch(`${inside}/health`)
      .then(({ ok }) => ok)
      .catch(() => false)
  while (!ended && !(await isUp())) await sleep(50)
}
