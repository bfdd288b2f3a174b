import type { Page } from 'playwright-core'

/** The browser's push service, which is another company's: its answers are given in the page. */
export const pushService = `
  const keys = { p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA', auth: 'tBHItJI5svbpez7KI4CCXg' }
  const made = { endpoint: 'https://push.example/one', keys }
  const own = { ...made, toJSON: () => made }
  PushManager.prototype.getSubscription = async () => localStorage.pushed ? own : null
  PushManager.prototype.subscribe = async () => ((localStorage.pushed = 'yes'), own)
`

/** What comes from it to the worker of a page, twice. */
export async function pushed(page: Page, message: { origin: string; data: string }) {
  const worker = await page.context().newCDPSession(page)
  const found = new Promise<string>((resolve) => {
    worker.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId)
    })
  })
  await worker.send('ServiceWorker.enable')
  const registrationId = await found
  for (const _ of ['once', 'again'])
    await worker.send('ServiceWorker.deliverPushMessage', { ...message, registrationId })
}
