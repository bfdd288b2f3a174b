// Measures a referee's page on a slow connection with an empty cache, from the address to the first
// cabinet. The baseline is a page with one script of the same size.
import { existsSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { manifestOf, scriptsOf, stylesOf } from '#services/web/pages/manifest.ts'
import { builtConsole } from '../support/console-server.ts'
import { makeBracket } from './bracket-of-64.ts'
import { median } from './measure/numbers.ts'
import { openSlowLine, slow3g } from './measure/slow-connection.ts'
import type { BenchServers } from './servers/index.ts'
import type { Measurement } from './measure/table.ts'
import { openBrowser } from './tablet-actions.ts'

type Options = { short: boolean; report: (line: Measurement) => void }
type Visit = { server: string; path: string; until: string }
const rounds = 7
const timeoutMs = 60_000
const screen = 'src/officiate/cabinets/CurrentMatches.tsx'

export async function firstScreen(
  servers: BenchServers,
  { short, report }: Options,
): Promise<void> {
  const { scene, path } = await makeBracket(servers, 'first')
  const baseline = await bareServer(await bytesOf(screen))
  const browser = await openBrowser()
  try {
    const signIn = await browser.newContext()
    await signIn.request.get(await servers.product.ask('signInLink', scene))
    const { cookies } = await signIn.storageState()
    const times = { product: [] as number[], baseline: [] as number[], down: [] as number[] }
    for (let round = 0; round < (short ? 2 : rounds); round++) {
      const product = { server: servers.productUrl, path: `${path}/current-matches` }
      const visit = await visited(browser, { ...product, until: 'article' }, cookies)
      times.product.push(visit.ms)
      times.down.push(visit.bytes)
      const bare = { server: baseline.url, path: '/', until: '[data-done]' }
      times.baseline.push((await visited(browser, bare, [])).ms)
    }
    report({
      what: 'slow 3G: the first cabinet on a referee’s page',
      unit: 'ms',
      product: median(times.product),
      baseline: median(times.baseline),
      aim: '< 5,000 ms',
    })
    report({ what: '  received by then', unit: 'bytes', product: median(times.down) })
    report({ what: '  load of the machine', unit: 'processes', product: loadavg()[0] ?? 0 })
  } finally {
    await browser.close()
    baseline.close()
  }
}

type Cookies = Parameters<Awaited<ReturnType<Browser['newContext']>>['addCookies']>[0]

async function visited(browser: Browser, { server, path, until }: Visit, cookies: Cookies) {
  const line = await openSlowLine(server, slow3g)
  const context = await browser.newContext({ serviceWorkers: 'block' })
  await context.addCookies(cookies)
  const page = await context.newPage()
  const startedAt = performance.now()
  await page.goto(line.url + path, { waitUntil: 'commit', timeout: timeoutMs })
  await page.locator(until).first().waitFor({ timeout: timeoutMs })
  const ms = performance.now() - startedAt
  const bytes = line.down()
  await context.close()
  line.close()
  return { ms, bytes }
}

/** The total size of its scripts and styles as sent. */
async function bytesOf(source: string): Promise<number> {
  const dist = await builtConsole()
  const manifest = await manifestOf(dist)
  const sources = ['index.html', 'src/early.ts', 'src/officials.tsx', source]
  const files = [...scriptsOf(manifest, sources), ...stylesOf(manifest, sources)]
  return files
    .map((file) => [join(dist, `${file}.br`), join(dist, file)].find(existsSync)!)
    .reduce((sum, file) => sum + statSync(file).size, 0)
}

async function bareServer(bytes: number): Promise<{ url: string; close(): void }> {
  const script = `/*${'x'.repeat(bytes)}*/document.body.dataset.done = ''`
  const server = createServer(({ url }, answer) => {
    const isScript = url === '/all.js'
    answer.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    answer.end(isScript ? script : '<body><script src="/all.js"></script>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}
