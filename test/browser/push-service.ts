import type { Locator, Page } from 'playwright-core'
import type { BrowserApp } from './browser-app.ts'

/** Evaluated in the page: fakes the browser's push service, which is a third party. */
export const fakePushService = `
  const keys = { p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA', auth: 'tBHItJI5svbpez7KI4CCXg' }
  const made = { endpoint: 'https://push.example/one', keys }
  const own = { ...made, toJSON: () => made }
  PushManager.prototype.getSubscription = async () => localStorage.pushed ? own : null
  PushManager.prototype.subscribe = async () => ((localStorage.pushed = 'yes'), own)
`

/** Delivers a push message to the page's service worker, twice. */
export async function deliverPushTwice(page: Page, message: { origin: string; data: string }) {
  const devTools = await page.context().newCDPSession(page)
  const registration = new Promise<string>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId)
    })
  })
  await devTools.send('ServiceWorker.enable')
  const registrationId = await registration
  for (const _ of ['once', 'again'])
    await devTools.send('ServiceWorker.deliverPushMessage', { ...message, registrationId })
}

export async function subscriptionsOf({ server }: BrowserApp, tournament: number) {
  const rows = server.store.db.selectFrom('kept.subscription').select('options')
  const own = await rows.where('tournament', '=', tournament).where('endedAt', 'is', null).execute()
  return own.map(({ options }) => options)
}

/** A tap is over before the page has handled it. */
export async function tapOff(settings: Locator, names: string[]): Promise<void> {
  for (const name of names) {
    await settings.getByRole('checkbox', { name }).tap()
    await settings.getByRole('checkbox', { name, checked: false }).waitFor()
  }
}

/** Taps the button, and opens the page again before the server has received the request. */
export async function reloadUnsent(page: Page, button: Locator): Promise<void> {
  await page.route('**/push/', () => {}, { times: 1 })
  await Promise.all([page.waitForRequest('**/push/'), button.tap()])
  await page.reload()
}
