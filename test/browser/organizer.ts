// Helpers shared by the tests of organiser screens.
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator, Page } from 'playwright-core'
import type { BrowserApp, Fixture } from './browser-app.ts'
import type { Work } from './keystrokes.ts'

const host = '127.0.0.1'
const doubleTapGuardMs = 800
export type Device = 'desk' | 'tablet' | 'phone'

/** Opens a screen of the menu Organize as an admin of the scene. */
export async function openScreen(
  app: BrowserApp,
  fixture: Fixture,
  at: { screen: string; device?: Device },
): Promise<Page> {
  const pageOptions = { device: at.device ?? 'desk', role: 'admin' } as const
  const page = await app.visit(pageOptions, `${fixture.path}/${at.screen}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

export function tournamentOf({ api }: BrowserApp, { id }: { id: number }) {
  return api.get<Record<string, unknown>>(`/api/tournament/tournament/${id}/`)
}

/** Records of a tournament that are stored outside the log, such as its links or videos. */
export async function recordsOf({ api }: BrowserApp, noun: string, { id }: { id: number }) {
  const path = `/api/tournament/${noun}/?tournamentId=${id}&rowsPerPage=1000`
  return (await api.get<{ results: Record<string, unknown>[] }>(path)).results
}

export function clipboardOf(page: Page): Promise<string> {
  return page.evaluate<string>('navigator.clipboard.readText()')
}

/** Presses a button and confirms it, once the guard against accidental double taps has passed. */
export async function pressTwice(
  within: Page | Locator,
  first: string,
  again: string,
): Promise<void> {
  await within.getByRole('button', { name: first, exact: true }).click()
  const confirm = within.getByRole('button', { name: again, exact: true })
  await confirm.waitFor()
  await new Promise((resolve) => setTimeout(resolve, doubleTapGuardMs))
  await confirm.click()
}

/** Counts clicks and typed fields of a test that opens no URL directly. */
export function countActions(page: Page) {
  const log: string[] = []
  const work: Work = { presses: 0, fields: 0, keys: 0 }
  const press = async (control: Locator) => {
    await control.click()
    log.push(`click ${String(control)}`)
    work.presses += 1
  }
  return {
    log,
    work,
    press,
    link: (name: string) => press(page.getByRole('link', { name, exact: true })),
    button: (name: string) => press(page.getByRole('button', { name, exact: true })),
    async type(field: string, text: string) {
      await page.getByRole('textbox', { name: field, exact: true }).fill(text)
      log.push(`type ${field}`)
      work.fields += 1
      work.keys += text.length
    },
    /** two clicks: one opens the list, one selects the option */
    async choose(field: string, label: string) {
      const list = page.getByLabel(field, { exact: true })
      await press(list)
      await list.selectOption({ label })
      log.push(`choose ${label}`)
      work.presses += 1
    },
  }
}

/** The names in a sortable list, in their displayed order. */
export async function order(page: Page): Promise<string> {
  const grips = page.getByRole('button', { name: /^Drag / })
  const labels = await grips.evaluateAll((all) => all.map((grip) => grip.ariaLabel ?? ''))
  return labels.map((label) => label.replace('Drag ', '')).join(' ')
}

export type Site = {
  server: Server
  port: number
  requestedPaths: string[]
  at: (path: string) => string
  release: () => void
}
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** The only server that link previews may reach: its pages have a title and a picture. */
export async function startSite(): Promise<Site> {
  const requestedPaths: string[] = []
  const heldResponses: (() => void)[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    requestedPaths.push(path)
    if (path === '/a.png') {
      response.writeHead(200, { 'content-type': 'image/png' }).end(pixel)
      return
    }
    const image = '<meta property="og:image" content="/a.png">'
    const html = `<title>Page ${path}</title>${image}`
    const respond = () => response.writeHead(200, { 'content-type': 'text/html' }).end(html)
    if (path === '/slow') heldResponses.push(respond)
    else respond()
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const { port } = server.address() as AddressInfo
  const release = () => heldResponses.splice(0).forEach((respond) => respond())
  return { server, port, requestedPaths, at: (path) => `http://${host}:${port}${path}`, release }
}
