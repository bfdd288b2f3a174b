import type { Page } from 'playwright-core'

/** What every picture says the time is, whenever it is taken. */
const shown = Date.UTC(2026, 0, 2, 20, 45)

/**
 * Times of this run stand as those of one evening; estimates, which follow the minute, are left out,
 * and "Is it all right?" says the same of this machine whatever it is.
 */
export async function alwaysTheSame(page: Page): Promise<void> {
  await page.addInitScript(`(${shiftClocks.toString()})(${shown - Date.now()})`)
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

/** Runs in the page, before its scripts: it may use nothing from here. */
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
