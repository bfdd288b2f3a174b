// Registration from both sides: organisers configure and view it, players register and check in.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { violationsInThemes } from './axe.ts'
import { dragWithMouse } from './drag.ts'
import { openScreen, order, pressTwice, tournamentOf } from './organizer.ts'
import { openAsPlayer } from './registrant.ts'
import { grip } from './controls.ts'
import { closePage, newFixture, noChromium, openApp, poll } from './browser-app.ts'
import type { BrowserApp, Fixture } from './browser-app.ts'

const missing = noChromium()
if (missing) console.warn(`Left out: registration in a browser (${missing})`)
/** A switch's thumb covers its input, so the usual check for an unobstructed target is skipped. */
const forceClick = { force: true }
const photo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

type Player = {
  id: number
  name: string
  team: number | null
  price: number
  paid: boolean
  checkInTime: string | null
  image: string | null
  answers: Record<string, unknown>
}

describe.skipIf(missing !== null)('registration', () => {
  let app: BrowserApp
  let fixture: Fixture
  beforeAll(async () => {
    app = await openApp()
  })
  afterAll(() => app?.stop())
  beforeEach(async () => {
    fixture = await newFixture(app, 'Friday Night')
  })

  const listOf = async <T>(noun: string) => {
    const path = `/api/tournament/${noun}/?tournamentId=${fixture.id}&rowsPerPage=1000`
    return (await app.api.get<{ results: T[] }>(path)).results
  }
  const change = (settings: object) =>
    app.api.patch(`/api/tournament/tournament/${fixture.id}/`, settings)
  const add = (noun: string, fields: object) =>
    app.api.post<{ id: number; fieldName: string }>(`/api/tournament/${noun}/`, {
      tournament: fixture.id,
      ...fields,
    })

  test('an organiser configures the form, and sees a preview of it', async () => {
    const page = await openScreen(app, fixture, { screen: 'configure-registration' })
    const closing = page.getByLabel('Closing date')
    await closing.waitFor()
    expect(await closing.isDisabled()).toBe(true)
    const payments = page.getByRole('switch', { name: 'Accept payments by card' })
    expect(await payments.isDisabled()).toBe(true)
    await page.getByText('Stripe needs to be configured before payments can be accepted.').waitFor()
    await page.getByRole('switch', { name: 'Players can register' }).click(forceClick)
    expect(await closing.isDisabled()).toBe(false)
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill('**Bring water**')
    const banner = page.getByRole('group', { name: 'Banner' }).getByLabel('Or its address')
    await banner.fill('nonsense')
    await page.getByText('Must be a valid URL').waitFor()
    await banner.fill('data:nonsense')
    await page.getByText('Must be a valid data URI').waitFor()
    await page
      .getByRole('group', { name: 'Banner' })
      .locator('input[type=file]')
      .setInputFiles({ name: 'b.png', mimeType: 'image/png', buffer: photo })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Everything is saved').waitFor()
    expect(await tournamentOf(app, fixture)).toMatchObject({
      allowRegistration: true,
      registrationMessage: '**Bring water**',
      registrationBanner: expect.stringMatching(/^\/api\/image\//) as string,
    })

    await addQuestion(page, { question: 'Shirt size', choices: ['S', 'L'] })
    await addQuestion(page, { question: 'Allergies' })
    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.getByRole('radio', { name: 'L', exact: true }).waitFor()
    await poll(() => preview.innerText()).toContain('Bring water')
    await page.getByRole('button', { name: 'Move Allergies up' }).click()
    await poll(() => order(page)).toBe('Allergies Shirt size')
    await dragWithMouse(page, grip(page, 'Shirt size'), grip(page, 'Allergies'))
    await poll(async () =>
      (await listOf<{ fieldDescription: string }>('player-info-field'))
        .map((one) => one.fieldDescription)
        .join(),
    ).toBe('Shirt size,Allergies')

    await page.getByRole('button', { name: 'Add option' }).click()
    await page.getByText("Payment option name and price can't be blank").waitFor()
    const options = page.locator('section').filter({ hasText: 'What players can choose to pay' })
    await options.getByRole('textbox', { name: 'Name' }).fill('Entry')
    await options.getByRole('textbox', { name: 'Price' }).fill('0')
    await options.getByText('Price must be a positive number').waitFor()
    await options.getByRole('textbox', { name: 'Price' }).fill('12.50')
    await options.getByRole('button', { name: 'Add option' }).click()
    await preview.getByRole('checkbox', { name: 'Entry · $12.50' }).waitFor()
    expect(await listOf('payment-option')).toMatchObject([{ name: 'Entry', price: '12.50' }])
    expect(await violationsInThemes(page)).toEqual([])
    await closePage(page)
  })

  test('when two organisers save the same form, the second is told what the first has saved', async () => {
    const page = await openScreen(app, fixture, { screen: 'configure-registration' })
    const prompt = page.getByRole('textbox', { name: 'Tidbit prompt' })
    await prompt.fill('Mine')
    await change({ tidbitPrompt: 'Theirs', paymentMessage: 'Cash' })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const conflictDialog = page.getByRole('dialog')
    await conflictDialog
      .getByText('Tidbit prompt was changed by somebody else, to: Theirs')
      .waitFor()
    await conflictDialog.getByRole('button', { name: 'Save mine' }).click()
    await page.getByText('Everything is saved').waitFor()
    expect(await tournamentOf(app, fixture)).toMatchObject({
      tidbitPrompt: 'Mine',
      paymentMessage: 'Cash',
    })
    await closePage(page)
  })

  test('a player registers, comes back, changes the registration and checks in', async () => {
    const date = new Date().toISOString().slice(0, 10)
    await change({ allowRegistration: true, requirePlayerPhoto: true, date })
    const { fieldName } = await add('player-info-field', {
      fieldDescription: 'Shirt size',
      fieldType: 'single_choice',
      isRequired: true,
      choices: [{ label: 'S' }, { label: 'L' }],
    })
    await add('payment-option', { name: 'Entry', price: '12.50', allowCustomPrice: true })

    const visitor = await app.open({ device: 'phone' })
    await visitor.goto(`/t/hive/${fixture.slug}/register`)
    const returnPath = encodeURIComponent(`/t/hive/${fixture.slug}/register`)
    const signIn = visitor.locator('#content').getByRole('link', { name: 'Sign in' })
    expect(await signIn.getAttribute('href')).toBe(`/sign-in?to=${returnPath}`)
    await closePage(visitor)

    const page = await openAsPlayer(app, fixture, 'Penny')
    const submit = page.getByRole('button', { name: 'Register', exact: true })
    await submit.tap()
    await page.getByText('2 answers need your attention.').waitFor()
    expect(await violationsInThemes(page)).toEqual([])
    await page
      .getByRole('group', { name: 'Photo of yourself' })
      .locator('input[type=file]')
      .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: photo })
    await page.getByRole('radio', { name: 'L', exact: true }).tap()
    await page.getByRole('checkbox', { name: 'Entry · $12.50' }).tap()
    await page.getByRole('textbox', { name: 'Price of Entry, in dollars' }).fill('20')
    await page.getByText('Total: $20.00').waitFor()
    await page.getByRole('radio', { name: /^Create a team/ }).tap()
    await page.getByRole('textbox', { name: 'Name of your team' }).fill('Bees')
    await submit.tap()
    // There is a team of that name already: what was typed stays.
    await page.getByRole('alert').waitFor()
    await page.getByRole('textbox', { name: 'Name of your team' }).fill('Pennies')
    await submit.tap()
    await page.getByText('You are registered as Penny.').waitFor()
    await page.getByText('Team: Pennies').waitFor()
    expect(await listOf<Player>('player')).toMatchObject([
      {
        name: 'Penny',
        price: 2_000,
        image: expect.stringMatching(/^\/api\/image\//) as string,
        answers: { [fieldName]: 'L' },
      },
    ])

    await page.reload()
    await page.getByRole('button', { name: 'Change my registration' }).tap()
    await page.getByRole('radio', { name: 'S', exact: true }).tap()
    await page.getByRole('radio', { name: /^Free agent/ }).tap()
    await page.getByRole('button', { name: 'Save changes' }).tap()
    await page.getByText('Your changes are saved.').waitFor()
    await page.getByRole('button', { name: 'Check in now' }).tap()
    await page.getByText(/^Checked in at \d\d:\d\d/).waitFor()
    const [player] = await listOf<Player>('player')
    expect(player).toMatchObject({ team: null, price: 2_000, answers: { [fieldName]: 'S' } })
    expect(player?.checkInTime).not.toBeNull()
    expect(await violationsInThemes(page)).toEqual([])
    await closePage(page)
  })

  test('the Back button asks before a form that is not saved is left, as a link does', async () => {
    await change({ allowRegistration: true })
    const page = await openAsPlayer(app, fixture, 'Bo')
    const form = page.url()
    await page.getByRole('link', { name: 'Overview' }).tap()
    await poll(async () => page.url()).not.toBe(form)
    await page.getByRole('link', { name: 'Register' }).first().tap()
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    await name.fill('Bo Diddley')
    const answers: string[] = []
    page.on('dialog', (dialog) => {
      answers.push(dialog.type())
      // The first time the person stays, the second time they leave.
      void (answers.length === 1 ? dialog.dismiss() : dialog.accept())
    })
    await page.evaluate('history.back()')
    await poll(async () => answers.join()).toBe('beforeunload')
    expect([page.url(), await name.inputValue()]).toEqual([form, 'Bo Diddley'])
    await page.evaluate('history.back()')
    await poll(async () => page.url()).not.toBe(form)
    expect(answers).toHaveLength(2)
    await name.waitFor({ state: 'detached' })
    await closePage(page)
  })

  test('a closed registration says so and accepts nothing', async () => {
    await change({ allowRegistration: true, registrationCloseDate: '2020-01-02' })
    const page = await openAsPlayer(app, fixture, 'Late')
    await page.getByText('Registration closed on 2020-01-02.').waitFor()
    expect(await page.getByRole('button', { name: 'Register', exact: true }).count()).toBe(0)
    await page.goto(`/t/hive/${fixture.slug}/register?lang=es`)
    await poll(() => page.getByRole('main').innerText()).toMatch(/La inscripción .*2020-01-02/)
    await closePage(page)
  })

  test('an account is offered for registration only while it is open', async () => {
    const phone = await app.open({ device: 'phone' })
    const open = { isActive: true, allowRegistration: true, registrationCloseDate: null }
    const main = phone.getByRole('main')
    const signUp = main.getByRole('link', { name: 'Create an account' })
    await change(open)
    await phone.goto(`/t/hive/${fixture.slug}/register`)
    await signUp.waitFor()
    for (const closed of [
      { registrationCloseDate: '2020-01-02' },
      { allowRegistration: false },
      { isActive: false },
    ]) {
      await change({ ...open, ...closed })
      await phone.reload()
      await phone.getByRole('heading', { name: 'Registration is closed.' }).waitFor()
      expect(await signUp.count()).toBe(0)
      expect(await main.innerText()).not.toContain('open until')
      await main.getByRole('link', { name: 'Sign in' }).waitFor()
    }
    await change(open)
    await closePage(phone)
  })

  test('an organiser finds, sorts and exports who has registered', async () => {
    for (const [name, more] of [
      ['Ada', { paid: true, checkInTime: 'now' }],
      ['=Bo', { email: 'bo@example.org' }],
      ['Cy', {}],
    ] as const) {
      await add('player', { name, price: 1_250, ...more })
    }
    const page = await openScreen(app, fixture, { screen: 'registered-list' })
    const rows = async () => (await page.getByRole('rowheader').allInnerTexts()).join()
    await poll(rows).toBe('=Bo,Ada,Cy')
    await page.getByRole('button', { name: 'Name' }).click()
    await poll(rows).toBe('Cy,Ada,=Bo')
    await page.getByLabel('Paid').selectOption('Not paid')
    await poll(rows).toBe('Cy,=Bo')
    await page.getByLabel('Search').fill('bo')
    await poll(rows).toBe('=Bo')
    await page.getByLabel('Search').fill('nobody')
    await page.getByText('No player matches.').waitFor()
    await page.getByRole('button', { name: 'Show everybody' }).click()
    await poll(rows).toBe('=Bo,Ada,Cy')
    expect(await violationsInThemes(page)).toEqual([])
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export as CSV' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe(`${fixture.slug}-players.csv`)
    const chunks: Buffer[] = []
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer)
    const csv = Buffer.concat(chunks).toString()
    expect(csv).toContain("'=Bo")
    expect(csv).toContain('bo@example.org')
    await closePage(page)
  })

  test('teams are created, filled, checked in and deleted; a second organiser sees it', async () => {
    const ada = await add('player', { name: 'Ada' })
    await add('player', { name: 'Bo' })
    const page = await openScreen(app, fixture, { screen: 'teams' })
    const other = await openScreen(app, fixture, { screen: 'teams', device: 'phone' })
    const playerOf = async () => (await listOf<Player>('player')).find(({ id }) => id === ada.id)

    await page.getByRole('button', { name: 'Create team' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Team name is required').waitFor()
    await dialog.getByRole('textbox', { name: 'Team name' }).fill('Zebras')
    await dialog.getByRole('button', { name: 'Save' }).click()
    const zebras = page.getByRole('region', { name: 'Zebras' })
    await zebras.waitFor()

    await dragWithMouse(page, grip(page, 'Ada'), zebras)
    await zebras.getByRole('button', { name: 'Edit Ada' }).waitFor()
    const team = (await playerOf())?.team
    expect(team).not.toBeNull()
    await page.getByRole('button', { name: 'Move Bo' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Zebras' }).click()
    await zebras.getByText('0 of 2 here').waitFor()

    await zebras.getByRole('button', { name: 'Check in: Ada' }).click()
    await zebras.getByText('1 of 2 here').waitFor()
    expect((await playerOf())?.checkInTime).not.toBeNull()
    await zebras.getByRole('button', { name: 'Not paid: Ada' }).click()
    await poll(async () => String((await playerOf())?.paid)).toBe('true')
    expect(await violationsInThemes(page)).toEqual([])

    await other.getByRole('textbox', { name: 'Search players and teams' }).fill('zeb')
    await other.getByRole('region', { name: 'Zebras' }).getByText('Ada').waitFor()
    // A second team of this name is allowed, but pointed out.
    await page.getByRole('button', { name: 'Create team' }).click()
    await dialog.getByRole('textbox', { name: 'Team name' }).fill('zebras ')
    await dialog.getByText('There is already a team called Zebras.').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Edit Zebras' }).click()
    expect(await dialog.innerText()).not.toContain('There is already')
    await pressTwice(page.getByRole('dialog'), 'Delete team', 'Press again to delete')
    await zebras.waitFor({ state: 'detached' })
    await other.getByRole('region', { name: 'Zebras' }).waitFor({ state: 'detached' })
    expect((await playerOf())?.team).toBeNull()
    await closePage(page)
    await closePage(other)
  })

  test('without a payment account the screen says so, and why it cannot connect', async () => {
    const page = await openScreen(app, fixture, { screen: 'payment-processor' })
    await page.getByText('This tournament has no payment account yet.').waitFor()
    await page.getByText('Nothing has been paid yet.').waitFor()
    await page.getByRole('button', { name: 'Connect a Stripe account' }).click()
    await poll(() => page.getByRole('alert').innerText()).toContain('Stripe could not be opened.')
    expect(await violationsInThemes(page)).toEqual([])
    await closePage(page)
  })
})

async function addQuestion(
  page: Page,
  { question, choices = [] }: { question: string; choices?: string[] },
): Promise<void> {
  await page.getByRole('button', { name: 'Add a question' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a question' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Field description is required').waitFor()
  await dialog.getByRole('textbox', { name: 'Question' }).fill(question)
  if (choices.length > 0) await dialog.getByLabel('One of several choices').check()
  for (const [index, choice] of choices.entries()) {
    await dialog.getByRole('textbox', { name: `Choice ${index + 1}` }).fill(choice)
  }
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
}
