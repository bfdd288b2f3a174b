// A refused form takes a keyboard to its first wrong field, and that field says what is wrong.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { focusedField, tabTo } from './by-keyboard.ts'
import { closePage, newFixture, noChromium, openApp, poll } from './browser-app.ts'
import type { BrowserApp, Fixture } from './browser-app.ts'
import { openScreen } from './organizer.ts'
import { openAsPlayer } from './registrant.ts'

const missing = noChromium()
if (missing) console.warn(`Left out: wrong fields in a browser (${missing})`)

const photo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe.skipIf(missing !== null)('a refused form', () => {
  let app: BrowserApp
  let fixture: Fixture
  beforeAll(async () => {
    app = await openApp()
    fixture = await newFixture(app, 'Friday')
  })
  afterAll(() => app?.stop())

  /** Submits the form of the page with the keyboard. */
  async function submit(page: Page): Promise<void> {
    await tabTo(page, page.locator('main button[type=submit]').first())
    await page.keyboard.press('Enter')
  }
  async function expectFocus(page: Page, name: string, description: RegExp): Promise<void> {
    const field = { name, description: expect.stringMatching(description) as string }
    await expect.poll(() => focusedField(page)).toEqual(field)
  }

  test('to sign up', async () => {
    const page = await app.open({ device: 'desk' })
    await page.goto('/sign-up')
    await submit(page)
    await expectFocus(page, 'Name *', /name/)
    await page.keyboard.type('Nora')
    await page.keyboard.press('Tab')
    await page.keyboard.type('nora@example.org')
    await page.keyboard.press('Tab')
    await page.keyboard.type('short')
    await page.keyboard.press('Enter')
    await expectFocus(page, 'Password *', /characters/)
    await closePage(page)
  })

  const languages = [
    { language: 'en', button: 'Take or choose a picture', required: /This field is required\.$/ },
    { language: 'he', button: 'צילום או בחירת תמונה', required: /שדה חובה\.$/ },
  ]
  test.each(languages)('to register, in $language', async ({ language, button, required }) => {
    const { id, slug } = await newFixture(app, `Register ${language}`)
    const settings = { allowRegistration: true, requirePlayerPhoto: true }
    await app.api.patch(`/api/tournament/tournament/${id}/`, settings)
    await app.api.post('/api/tournament/player-info-field/', {
      tournament: id,
      fieldDescription: 'Shirt size',
      fieldType: 'single_choice',
      isRequired: true,
      choices: [{ label: 'S' }, { label: 'L' }],
    })
    const page = await openAsPlayer(app, { slug }, `Penny ${language}`)
    await page.goto(`/t/hive/${slug}/register?lang=${language}`)
    await submit(page)
    await expectFocus(page, button, required)
    const file = { name: 'me.png', mimeType: 'image/png', buffer: photo }
    await page.locator('input[type=file]').setInputFiles(file)
    await submit(page)
    await expectFocus(page, 'S', required)
    await page.keyboard.press('ArrowDown')
    await submit(page)
    await poll(() => page.locator('main').innerText()).toContain(`Penny ${language}`)
    await closePage(page)
  })

  test('of a webhook without events', async () => {
    const page = await openScreen(app, fixture, { screen: 'hooks' })
    await tabTo(page, page.getByRole('textbox', { name: 'Address of the hook' }).last())
    await page.keyboard.type('https://example.org/hook')
    const events = page.getByRole('group', { name: 'Events it is sent' })
    for (const event of await events.getByRole('checkbox').all()) {
      await tabTo(page, event)
      await page.keyboard.press('Space')
    }
    await tabTo(page, page.getByRole('button', { name: 'Add a webhook' }))
    await page.keyboard.press('Enter')
    await expectFocus(page, 'match started', /./)
    await closePage(page)
  })

  test('of a protest without words, in the dialog of a referee', async () => {
    const { queues, matches, path } = await newFixture(app, 'Disputed')
    const queue = `/api/tournament/queue/${queues[0]!.id}/set-queue/`
    await app.api.put(queue, { matches: [matches[0]!.id] })
    const start = { cabinet: app.north.id, force: true }
    await app.api.put(`/api/tournament/match/${matches[0]!.id}/start/`, start)
    const page = await app.open({ device: 'desk', role: 'tournament' })
    await page.goto(`${path}/current-matches#${app.north.id}`)
    const dialog = page.getByRole('dialog', { name: /^Referee: North/ })
    await tabTo(page, dialog.getByRole('button', { name: /^Protest/ }))
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: 'Mark M1 as under protest' })
    await tabTo(page, form.getByRole('radio').first())
    for (const _ of await form.getByRole('radio').all()) {
      if (await form.getByRole('radio', { name: 'Something else' }).isChecked()) break
      await page.keyboard.press('ArrowDown')
    }
    await tabTo(page, form.locator('button[type=submit]'))
    await page.keyboard.press('Enter')
    await expectFocus(page, 'Description *', /^Describe the problem in a few words/)
    await closePage(page)
  })

  test('of a mixer at the door', async () => {
    const { id } = await newFixture(app, 'Mixer')
    const door = `/api/tournament/tournament/${id}/door/`
    const { code } = await app.api.put<{ code: string }>(door, { isOpen: true })
    const page = await app.open({ device: 'desk' })
    await page.goto(`/join/${code}`)
    await tabTo(page, page.getByLabel('Your name'))
    await page.keyboard.type('Dora')
    await page.keyboard.press('Enter')
    await page.getByText('You are in, Dora.').waitFor()
    await page.evaluate('localStorage.clear()')
    await page.reload()
    await tabTo(page, page.getByLabel('Your name'))
    await page.keyboard.type('x'.repeat(500))
    await page.keyboard.press('Enter')
    await expectFocus(page, 'Your name', /^Too long/)

    // A refusal that no input shows is said in full.
    await page.route('**/api/tournament/door/', (route) =>
      route.fulfill({ status: 400, json: { detail: 'No such level', level: ['No such level'] } }),
    )
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('Dora')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('No such level').waitFor()
    await closePage(page)
  })
})
