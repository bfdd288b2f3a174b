// What the journeys of organisers have in common.
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator, Page } from 'playwright-core'
import type { Fixture, BrowserApp } from './browser-app.ts'
import type { Work } from './keystrokes.ts'

const here = '127.0.0.1'
const trembleMs = 800
export type Device = 'desk' | 'tablet' | 'phone'

/** A screen of the menu Organize, for an admin of the scene. */
export async function organize(
  stage: BrowserApp,
  fixture: Fixture,
  at: { segment: string; device?: Device },
): Promise<Page> {
  const who = { device: at.device ?? 'desk', role: 'admin' } as const
  const page = await stage.visit(who, `${fixture.path}/${at.segment}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

export function tournamentOf({ api }: BrowserApp, { id }: { id: number }) {
  return api.get<Record<string, unknown>>(`/api/tournament/tournament/${id}/`)
}

/** What is kept for a tournament: its links, its videos. */
export async function keptOf({ api }: BrowserApp, noun: string, { id }: { id: number }) {
  const path = `/api/tournament/${noun}/?tournamentId=${id}&rowsPerPage=1000`
  return (await api.get<{ results: Record<string, unknown>[] }>(path)).results
}

export function clipboardOf(page: Page): Promise<string> {
  return page.evaluate<string>('navigator.clipboard.readText()')
}

/** A press, and the same again when it is no trembling finger any more. */
export async function twice(within: Page | Locator, first: string, again: string): Promise<void> {
  await within.getByRole('button', { name: first, exact: true }).click()
  const sure = within.getByRole('button', { name: again, exact: true })
  await sure.waitFor()
  await new Promise((resolve) => setTimeout(resolve, trembleMs))
  await sure.click()
}

/** Clicks and typed fields; the next one is always at hand: nothing is opened by its address. */
export function counting(page: Page) {
  const made: string[] = []
  const work: Work = { presses: 0, fields: 0, keys: 0 }
  const press = async (what: Locator) => {
    await what.click()
    made.push(`click ${String(what)}`)
    work.presses += 1
  }
  return {
    made,
    work,
    press,
    link: (name: string) => press(page.getByRole('link', { name, exact: true })),
    button: (name: string) => press(page.getByRole('button', { name, exact: true })),
    async type(field: string, text: string) {
      await page.getByRole('textbox', { name: field, exact: true }).fill(text)
      made.push(`type ${field}`)
      work.fields += 1
      work.keys += text.length
    },
    /** a list is opened by a click, and its line is another */
    async choose(field: string, label: string) {
      const list = page.getByLabel(field, { exact: true })
      await press(list)
      await list.selectOption({ label })
      made.push(`choose ${label}`)
      work.presses += 1
    },
  }
}

/** The names of a list that people put in order. */
export async function order(page: Page): Promise<string> {
  const grips = page.getByRole('button', { name: /^Drag / })
  const labels = await grips.evaluateAll((all) => all.map((one) => one.ariaLabel ?? ''))
  return labels.map((label) => label.replace('Drag ', '')).join(' ')
}

export type Pages = {
  server: Server
  port: number
  asked: string[]
  at: (path: string) => string
  release: () => void
}
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** The one server that link previews may speak to: pages with a title and a picture. */
export async function openPages(): Promise<Pages> {
  const asked: string[] = []
  const held: (() => void)[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    if (path === '/a.png') {
      response.writeHead(200, { 'content-type': 'image/png' }).end(pixel)
      return
    }
    const image = '<meta property="og:image" content="/a.png">'
    const html = `<title>Page ${path}</title>${image}`
    const answer = () => response.writeHead(200, { 'content-type': 'text/html' }).end(html)
    if (path === '/slow') held.push(answer)
    else answer()
  })
  await new Promise<void>((resolve) => server.listen(0, here, resolve))
  const { port } = server.address() as AddressInfo
  const release = () => held.splice(0).forEach((answer) => answer())
  return { server, port, asked, at: (path) => `http://${here}:${port}${path}`, release }
}
