import type { Page } from 'playwright-core'

/** The time shown in every picture, whenever it is taken. */
const fixedTime = Date.UTC(2026, 0, 2, 20, 45)

/**
 * Makes a page reproducible: shifts times of this run to a fixed evening, drops estimates, which
 * change every minute, and fixes the response times on "Is it all right?".
 */
export async function makeReproducible(page: Page): Promise<void> {
  await page.addInitScript(`(${shiftClocks.toString()})(${fixedTime - Date.now()})`)
  await page.route('**/api/status/', async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    await route.fulfill({
      response,
      body: text.replaceAll(/answers in \d+ ms/g, 'answers in 5 ms'),
    })
  })
  await page.routeWebSocket(/\/ws\//, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => {
      if (!String(message).includes('"type":"estimates"')) socket.send(message)
    })
  })
}

/** Runs in the page before its scripts, so it cannot use anything from this module. */
function shiftClocks(byMs: number): void {
  const minuteMs = 60_000
  const dayMs = 1_440 * minuteMs
  const at = (given?: Date | number) => {
    const ms = Number(given ?? Date.now())
    if (Math.abs(ms - Date.now()) > dayMs / 2) return new Date(ms)
    return new Date(Math.round((ms + byMs) / minuteMs) * minuteMs)
  }
  const formats = Intl.DateTimeFormat.prototype
  const { get } = Object.getOwnPropertyDescriptor(formats, 'format')!
  Object.defineProperty(formats, 'format', {
    get(this: Intl.DateTimeFormat) {
      const format = get!.call(this) as (date: Date) => string
      return (given?: Date | number) => format(at(given))
    },
  })
  const parts = formats.formatToParts
  formats.formatToParts = function (given) {
    return parts.call(this, at(given))
  }
  const time = Date.prototype.toLocaleTimeString
  Reflect.set(
    Date.prototype,
    'toLocaleTimeString',
    function (this: Date, ...how: Parameters<typeof time>) {
      return time.apply(at(this), how)
    },
  )
}
