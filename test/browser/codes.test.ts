// The pages of codes that people scan at the door of a mixer and at a cabinet.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newFixture, noChromium, openApp, poll } from './browser-app.ts'
import type { BrowserApp } from './browser-app.ts'

const missing = noChromium()
if (missing) console.warn(`Left out: pages of codes in a browser (${missing})`)

describe.skipIf(missing !== null)('the page of a code', () => {
  let app: BrowserApp
  beforeAll(async () => {
    app = await openApp()
  })
  afterAll(() => app?.stop())

  test.each(['/join/unknown', '/at/unknown'])(
    '%s says that the code is no longer in use, but not if only the connection has failed',
    async (path) => {
      const phone = await app.open({ device: 'phone' })
      const alert = () => phone.getByRole('alert').innerText()
      await phone.route(/\/code\/unknown|\/door\/unknown/, (route) => route.abort())
      await phone.goto(path)
      await phone.getByRole('button', { name: 'Retry' }).waitFor()
      expect(await alert()).not.toContain('no longer in use')
      await phone.unroute(/\/code\/unknown|\/door\/unknown/)
      await phone.getByRole('button', { name: 'Retry' }).tap()
      await poll(alert).toContain('This code is no longer in use.')
      // Not `closePage`: the browser logs the failed requests as errors.
      await phone.context().close()
    },
  )

  test('who has signed up still sees it when the door is closed; others see that it is closed', async () => {
    const { id } = await newFixture(app, 'Mixer')
    const door = `/api/tournament/tournament/${id}/door/`
    const { code } = await app.api.put<{ code: string }>(door, { isOpen: true })
    const phone = await app.open({ device: 'phone' })
    const text = () => phone.locator('main').innerText()
    await phone.goto(`/join/${code}`)
    await phone.getByLabel('Your name').fill('Dora')
    await phone.getByRole('button', { name: 'I play', exact: true }).tap()
    await poll(text).toContain('You are in, Dora.')
    await app.api.put(door, { isOpen: false })
    await phone.reload()
    await poll(text).toContain('You are in, Dora.')

    const late = await app.open({ device: 'phone' })
    await late.goto(`/join/${code}`)
    await poll(() => late.getByRole('alert').innerText()).toContain('no longer in use')
    await Promise.all([phone, late].map((page) => page.context().close()))
  })
})
