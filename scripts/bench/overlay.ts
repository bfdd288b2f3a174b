// Measures the time from a cabinet event to the frame of an overlay that shows it, in a browser.
// The baseline is a page that draws the messages of a bare socket.
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { WebSocket, WebSocketServer } from 'ws'
import { playGame } from '#events/simulation/play.ts'
import { makeBracket } from './bracket-of-64.ts'
import type { BenchServers } from './servers/index.ts'
import { nowMs, quantile } from './measure/numbers.ts'
import type { Measurement } from './measure/table.ts'
import { openBrowser } from './tablet-actions.ts'

type Options = { short: boolean; report: (line: Measurement) => void }
type Cabinet = { id: number; sceneName: string; cabinetName: string; token: string }
type Drawn = { kills: Record<string, number>; totals: [total: number, at: number][] }

const perSecond = 20
const games = 6
/** By then the numbers of the previous game are gone. */
const settleMs = 1_500

export async function overlay(servers: BenchServers, { short, report }: Options): Promise<void> {
  const { tournament, evening } = await makeBracket(servers, 'air')
  const { slug } = await servers.api.get<{ slug: string }>(
    `/api/tournament/tournament/${tournament}/`,
  )
  const cabinet: Cabinet = evening.cabinets[0]!
  const browser = await openBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } })
    const address = `/t/${cabinet.sceneName}/${slug}/overlay/${cabinet.id}/all`
    await page.goto(servers.productUrl + address)
    await page.locator('[data-picture]').waitFor()
    await page.evaluate(watch)
    const times = { kills: [] as number[], numbers: [] as number[] }
    for (let game = 0; game < (short ? 1 : games); game++) {
      const sent = await played(servers, cabinet, `on air ${game}`)
      const { kills, totals } = await page.evaluate<Drawn>('globalThis.drawn')
      for (const [place, { id, at }] of sent.entries()) {
        const shown = totals.find(([total, since]) => since > at && total > place)
        if (kills[id]) times.kills.push(kills[id] - at)
        if (shown) times.numbers.push(shown[1] - at)
      }
      await page.evaluate(`Object.assign(drawn, { kills: {}, totals: [] })`)
    }
    const baseline = await bare(await browser.newPage(), short ? 40 : 200)
    for (const at of [0.5, 0.99]) {
      for (const [name, all] of Object.entries(times)) {
        const what = `overlay: event → drawn, ${name}, ${all.length} events, p${at * 100}`
        const [product, floor] = [quantile(all, at), quantile(baseline, at)]
        report({ what, unit: 'ms', product, baseline: floor, aim: '< 250 ms' })
      }
    }
  } finally {
    await browser.close()
  }
}

/**
 * Plays a game in real time; returns its kills with their send times, by the clock of the pages.
 */
async function played({ productUrl }: BenchServers, cabinet: Cabinet, seed: string) {
  const socket = new WebSocket(`${productUrl.replace('http', 'ws')}/ws/stats_listener/v3`)
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const { id: _, ...named } = cabinet
  const sent: { id: string; at: number }[] = []
  const startMs = nowMs()
  let restMs = 0
  const events = playGame({ seed, startAt: new Date() })
  for (const [index, event] of events.entries()) {
    const leftMs = startMs + restMs + (index * 1_000) / perSecond - nowMs()
    if (leftMs > 0) await sleep(leftMs)
    if (event.type === 'playerKill') sent.push({ id: event.eventID, at: clock() })
    socket.send(JSON.stringify({ ...event, cabinet: named }))
    if (event.type === 'gamestart') {
      await sleep(settleMs)
      restMs = settleMs
    }
  }
  await sleep(settleMs)
  socket.close()
  return sent
}

async function bare(page: Page, count: number): Promise<number[]> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await new Promise((resolve) => server.once('listening', resolve))
  const joined = new Promise<WebSocket>((resolve) => server.once('connection', resolve))
  const { port } = server.address() as AddressInfo
  await page.setContent('<ol></ol>')
  await page.evaluate(watch)
  await page.evaluate(`new WebSocket('ws://127.0.0.1:${port}').onmessage = ({ data }) => {
    const line = document.createElement('li')
    line.dataset.kill = data
    document.querySelector('ol').replaceChildren(line)
  }`)
  const socket = await joined
  const sent = new Map<string, number>()
  for (let index = 0; index < count; index++) {
    sent.set(`${index}`, clock())
    socket.send(`${index}`)
    await sleep(1_000 / perSecond)
  }
  await sleep(settleMs)
  const { kills } = await page.evaluate<Drawn>('globalThis.drawn')
  server.close()
  socket.terminate()
  return [...sent].flatMap(([id, at]) => (kills[id] ? kills[id] - at : []))
}

function clock(): number {
  return performance.timeOrigin + performance.now()
}

/**
 * Runs in the page: records when each kill, and each total of kills, was submitted for painting.
 */
const watch = `(() => {
  globalThis.drawn = { kills: {}, totals: [] }
  let before = -1
  const framed = (done) => requestAnimationFrame(() => {
    scheduler.postTask(() => done(performance.timeOrigin + performance.now()), {
      priority: 'user-blocking',
    })
  })
  new MutationObserver(() => {
    const kills = [...document.querySelectorAll('[data-kill]')].map((one) => one.dataset.kill)
    const fresh = kills.filter((id) => !(id in drawn.kills))
    for (const id of fresh) drawn.kills[id] = 0
    const cells = [...document.querySelectorAll('[data-part=numbers] tbody td:nth-of-type(1)')]
    const total = cells.reduce((sum, cell) => sum + Number(cell.textContent), 0)
    const isNew = total !== before
    before = total
    if (fresh.length > 0 || isNew) framed((at) => {
      for (const id of fresh) drawn.kills[id] = at
      if (isNew) drawn.totals.push([total, at])
    })
  }).observe(document.body, { subtree: true, childList: true, characterData: true })
})()`
