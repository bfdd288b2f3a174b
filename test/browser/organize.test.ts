// Organisers set up a tournament: settings, templates, links and the plan of the day.
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPreview } from '#services/outbound/index.ts'
import { dragWithMouse, touchDrag, keepLinesMoving } from './drag.ts'
import { violationsInThemes } from './axe.ts'
import { openScreen, order, pressTwice, recordsOf, startSite, tournamentOf } from './organizer.ts'
import type { Device, Site } from './organizer.ts'
import { grip } from './controls.ts'
import { closePage, newFixture, noChromium, openApp, poll } from './browser-app.ts'
import type { BrowserApp, Fixture, Match } from './browser-app.ts'

const host = '127.0.0.1'
const missing = noChromium()
if (missing) console.warn(`Left out: organising in a browser (${missing})`)

describe.skipIf(missing !== null)('organisers', () => {
  let app: BrowserApp
  let site: Site
  beforeAll(async () => {
    site = await startSite()
    const mayReach = (address: string, port: number) => address === host && port === site.port
    app = await openApp({ preview: openPreview({ mayReach }) })
  })
  afterAll(async () => {
    await app?.stop()
    site?.server.close()
  })

  const open = (fixture: Fixture, screen: string, device: Device = 'desk') =>
    openScreen(app, fixture, { screen, device })

  test('settings are checked before they are sent, previewed, and saved by keyboard', async () => {
    const fixture = await newFixture(app, 'Settings')
    const page = await open(fixture, '')
    const name = page.getByLabel('Tournament name')
    await name.fill(' ')
    await page.keyboard.press('Enter')
    await page.getByText('Tournament name is required').waitFor()
    await poll(() => page.locator(':focus').getAttribute('id').then(String)).toBe('settings-name')
    await name.fill('Saturday 🐝 Night')
    await page.getByLabel('Date', { exact: false }).fill('')
    await page.keyboard.press('Enter')
    await page.getByText('Tournament date is required').waitFor()
    await page.getByLabel('Date').fill('2026-02-03')
    await page.getByLabel('Description').fill('**Doors** at 6 <b>sharp</b>')
    const preview = page.getByRole('region', { name: 'Preview' })
    await poll(() => preview.locator('strong').innerText()).toBe('Doors')
    expect(await preview.locator('b').count()).toBe(0)
    await page.getByLabel('Tournament is active').focus()
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Save' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Everything is saved').waitFor()
    expect(await tournamentOf(app, fixture)).toMatchObject({
      name: 'Saturday 🐝 Night',
      date: '2026-02-03',
      description: '**Doors** at 6 <b>sharp</b>',
      isActive: false,
      slug: fixture.slug,
    })
    await page.getByRole('link', { name: 'Saturday 🐝 Night' }).waitFor()
    expect(await violationsInThemes(page)).toEqual([])
    await closePage(page)
  })

  test('a tournament is exported as a ZIP, and another scene imports it', async () => {
    const fixture = await newFixture(app, 'Taken along')
    const match = `/api/tournament/match/${fixture.matches[0]!.id}/`
    await app.north.wake()
    await app.api.put(`${match}start/`, { cabinet: app.north.id })
    await app.north.play({ winner: 'blue' })
    const points = async () => {
      const { blueScore, goldScore } = await app.api.get<Match>(match)
      return `${blueScore + goldScore}`
    }
    await poll(points).toBe('1')
    const page = await open(fixture, '')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export as ZIP' }).click(),
    ])
    const zip = await readFile(await download.path())
    const { db } = app.server.store
    const { id: scene } = await app.api.post<{ id: number }>('/api/game/scene/', {
      name: 'elsewhere',
      displayName: 'Elsewhere',
    })
    const { person } = await db
      .selectFrom('kept.role')
      .select('person')
      .where('role', '=', 'admin')
      .orderBy('person', 'desc')
      .executeTakeFirstOrThrow()
    await db.insertInto('kept.role').values({ person, scene, role: 'admin' }).execute()
    const choose = async (buffer: Buffer) => {
      const file = { name: 'taken-along.zip', mimeType: 'application/zip', buffer }
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: 'Import from a ZIP' }).click(),
      ])
      await chooser.setFiles(file)
    }
    await page.goto('/scene/elsewhere')
    await choose(Buffer.from('no ZIP at all'))
    const alert = page.getByRole('alert')
    await alert.getByText('The tournament was not imported.').waitFor()
    expect(await alert.innerText()).toMatch(/ZIP/)
    expect(await violationsInThemes(page)).toEqual([])
    await choose(zip)
    await page.getByRole('button', { name: 'Import this tournament' }).click()
    await page.getByRole('heading', { name: 'Edit Match Results' }).waitFor()
    await page.getByText('Bees', { exact: true }).filter({ visible: true }).first().waitFor()
    expect(new URL(page.url()).pathname).not.toContain(fixture.path)
    await closePage(page)
  })

  test('when two organisers change a name, the second is asked, and keeps what was typed', async () => {
    const fixture = await newFixture(app, 'Two at once')
    const path = `/api/tournament/tournament/${fixture.id}/`
    const page = await open(fixture, '')
    await page.getByLabel('Tournament name').fill('Mine')
    await page.getByLabel('Description').fill('My words')
    // Frames do not contain the description, so it is compared when it is saved.
    await app.api.patch(path, { name: 'Theirs', date: '2026-05-05', description: 'Their words' })
    await page.getByText('Somebody else has changed this to: Theirs').waitFor()
    await poll(() => page.getByLabel('Date').inputValue()).toBe('2026-05-05')
    expect(await page.getByLabel('Tournament name').inputValue()).toBe('Mine')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Description was changed by somebody else, to: Their words').waitFor()
    await page.getByRole('button', { name: 'Look again' }).click()
    expect(await tournamentOf(app, fixture)).toMatchObject({ name: 'Theirs' })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Save mine' }).click()
    await page.getByText('Everything is saved').waitFor()
    expect(await tournamentOf(app, fixture)).toMatchObject({
      name: 'Mine',
      date: '2026-05-05',
      description: 'My words',
    })
    await closePage(page)
  })

  test('a tournament is deleted by two presses; during play that is refused, and can be forced', async () => {
    const fixture = await newFixture(app, 'To be deleted')
    const start = `/api/tournament/match/${fixture.matches[0]!.id}/start/`
    await app.api.put(start, { cabinet: app.north.id, force: true })
    const page = await open(fixture, '', 'tablet')
    await page.getByRole('button', { name: 'Organize' }).tap()
    await page.getByRole('menuitem', { name: 'Delete Tournament' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Delete To be deleted?' })
    await dialog.getByText(/4 teams, 1 stage and 6 matches/).waitFor()
    await pressTwice(dialog, 'Delete Tournament', 'Press again to delete')
    await dialog.getByText('M1 is being played. Stop it first.').waitFor()
    expect(await violationsInThemes(page)).toEqual([])
    await tournamentOf(app, fixture)
    await pressTwice(dialog, 'Stop the match and delete', 'Press again to stop and delete')
    await page.getByRole('heading', { level: 1, name: 'The Hive' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/scene/hive')
    await expect(tournamentOf(app, fixture)).rejects.toThrow('This tournament has been deleted.')
    await closePage(page)

    const official = await app.open({ device: 'desk', role: 'tournament' })
    const otherTournament = await newFixture(app, 'Kept')
    await official.goto(`${otherTournament.path}/dashboard`)
    await official.getByRole('button', { name: 'Officiate' }).waitFor()
    expect(await official.getByRole('button', { name: 'Organize' }).count()).toBe(0)
    await closePage(official)
  })

  test('three formats for the day are compared before anything is set up', async () => {
    const fixture = await newFixture(app, 'Planned')
    const page = await open(fixture, 'plan-the-day')
    const teams = page.getByLabel('Teams', { exact: true })
    // Until the tournament has loaded, the field has a default.
    await poll(() => teams.inputValue()).toBe('4')
    await teams.fill('16')
    await page.getByLabel('Cabinets', { exact: true }).fill('1')
    const format = (n: number) => page.getByRole('region', { name: `Format ${n}` })
    await poll(() => format(1).innerText()).toMatch(/Over between \d\d:\d\d .*and.*Matches\s+30/s)
    await poll(() => format(3).innerText()).toMatch(/Matches\s+15/)
    const before = await format(3).innerText()
    await page.getByRole('button', { name: 'Add a break' }).click()
    await page.getByLabel('Break 1 from').fill('20:00')
    await page.getByLabel('Break 1 to').fill('21:30')
    await poll(() => format(3).innerText()).not.toBe(before)
    await format(2).getByLabel('Groups', { exact: true }).fill('9')
    await poll(() => format(2).innerText()).toContain('Too few teams for this format')
    await format(2).getByLabel('Format').selectOption('Round robin')
    await poll(() => format(2).innerText()).toMatch(/Matches\s+120/)

    // Once play has begun, changes from now on can be compared.
    const [match] = fixture.matches
    await app.api.put(`/api/tournament/match/${match!.id}/start/`, {
      cabinet: fixture.queues[0]!.cabinets[0],
    })
    const fromNow = page.getByRole('region', { name: 'From now on' })
    const ends = () => fromNow.getByRole('status').innerText()
    await poll(ends).toMatch(/As it is\s+Over (.*)\s+What if\s+Over \1$/)
    await fromNow.getByLabel('Break, minutes', { exact: true }).fill('120')
    await fromNow.getByLabel('Break in, minutes', { exact: true }).fill('5')
    await poll(ends).not.toMatch(/Over (.*)\s+What if\s+Over \1$/)
    // Or from an earlier step on: at step 1 there are no matches yet.
    await fromNow.getByLabel('Moment').fill('1')
    const fromThen = page.getByRole('region', { name: 'From then on' })
    await poll(() => fromThen.innerText()).toMatch(
      /step 1 of \d+.*What if\s+Nothing is left to play/s,
    )
    await fromThen.getByRole('button', { name: 'Now', exact: true }).click()
    await poll(ends).toMatch(/As it is\s+Over/)
    expect(await violationsInThemes(page)).toEqual([])
    await closePage(page)
  })

  test('Basic Settings deletes a tournament by the same two presses', async () => {
    const fixture = await newFixture(app, 'Deleted from its settings')
    const page = await open(fixture, '', 'tablet')
    await page.getByRole('button', { name: 'Delete Tournament' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Delete Deleted from its settings?' })
    await dialog.getByRole('button', { name: 'Cancel' }).tap()
    await dialog.waitFor({ state: 'hidden' })
    await tournamentOf(app, fixture)
    await page.getByRole('button', { name: 'Delete Tournament' }).tap()
    expect(await violationsInThemes(page)).toEqual([])
    await pressTwice(dialog, 'Delete Tournament', 'Press again to delete')
    await page.getByRole('heading', { level: 1, name: 'The Hive' }).waitFor()
    await expect(tournamentOf(app, fixture)).rejects.toThrow('This tournament has been deleted.')
    await closePage(page)
  })

  test('a template of one tournament is used for a new one', async () => {
    const fixture = await newFixture(app, 'Template source')
    const path = `/api/tournament/tournament/${fixture.id}/`
    await app.api.patch(path, { description: 'As always' })
    const page = await open(fixture, 'templates')
    await page.getByRole('button', { name: 'Save template' }).click()
    await page.getByText('Template name is required').waitFor()
    // A pasted name that is too long is refused, not truncated.
    const long = 'Pasted '.repeat(20).trim()
    await page.getByLabel('Template name').fill(long)
    await page.getByRole('button', { name: 'Save template' }).click()
    await page.getByText('Too long').waitFor()
    expect(await page.getByLabel('Template name').inputValue()).toBe(long)
    await page.getByLabel('Template name').fill('As always')
    await page.keyboard.press('Enter')
    await page.getByText('Template "As always" saved.').waitFor()
    await page.getByText('Groups · North, South · 0 questions · 0 links').waitFor()
    await page.getByLabel('Template name').fill('As always')
    await page.keyboard.press('Enter')
    await page.getByText('There is already a template with this name', { exact: true }).waitFor()

    await page.getByRole('button', { name: 'Load: As always' }).click()
    await page.getByRole('button', { name: 'Load template' }).click()
    const refusal = page.getByRole('alert')
    await refusal.getByText(/Groups already has matches. Templates must be loaded first./).waitFor()
    await refusal.getByRole('link', { name: 'To the stages' }).waitFor()
    expect(await violationsInThemes(page)).toEqual([])
    await refusal.getByRole('button', { name: 'Dismiss' }).click()

    await page.goto('/scene/hive')
    await page.getByRole('link', { name: 'New tournament in The Hive' }).click()
    await page.getByRole('button', { name: 'Create tournament' }).click()
    await page.getByText('Tournament name is required').waitFor()
    expect(await violationsInThemes(page)).toEqual([])
    await page.getByLabel('Tournament name').fill('From the template')
    await page.getByLabel('From template').selectOption('As always')
    await page.getByRole('button', { name: 'Create tournament' }).click()
    await page.getByRole('heading', { name: 'Basic Settings' }).waitFor()
    await poll(() => page.getByLabel('Description').inputValue()).toBe('As always')
    const id = Number(/\/tournament\/(\d+)\//.exec(page.url())?.[1])
    expect(await tournamentOf(app, { ...fixture, id })).toMatchObject({
      name: 'From the template',
      description: 'As always',
      assignedCabinets: [app.north.id, app.south.id],
      brackets: [{ name: 'Groups' }],
    })

    await page.goto(`/tournament/${id}/admin/templates`)
    await page.getByRole('button', { name: 'Rename: As always' }).click()
    await page.getByRole('dialog').getByLabel('Template name').fill('Fridays')
    await page.keyboard.press('Enter')
    await page.getByText('Template is now called "Fridays".').waitFor()
    await page.getByRole('button', { name: 'Update: Fridays' }).click()
    await page.getByRole('button', { name: 'Overwrite it' }).click()
    await page.getByText('Template "Fridays" saved.').waitFor()
    // A cabinet that is no longer in the scene.
    await app.server.store.pool.query(
      `update kept.template set data = jsonb_set(data, '{cabinets,0}', '{"id": 9999, "name": "Attic"}')`,
    )
    await page.getByRole('button', { name: 'Load: Fridays' }).click()
    await page.getByRole('button', { name: 'Load template' }).click()
    await page.getByText(/No longer in this scene: Attic./).waitFor()
    await page.getByRole('button', { name: 'Load without them' }).click()
    await page.getByText('Loaded tournament settings from template.').waitFor()
    expect(await tournamentOf(app, { ...fixture, id })).toMatchObject({
      assignedCabinets: [app.south.id],
    })
    await pressTwice(page, 'Delete: Fridays', 'Press again to delete: Fridays')
    await page.getByText('No template is saved yet.').waitFor()
    await closePage(page)
  })

  test('R-OG-5: an address fills in title and picture; an unreadable one only says so', async () => {
    const fixture = await newFixture(app, 'Links')
    const page = await open(fixture, 'links', 'phone')
    const url = page.getByRole('textbox', { name: 'Address', exact: true })
    const title = page.getByLabel('Title')
    await url.fill('http://127.0.0.1:9/private')
    await page.getByText('Nothing could be read from this address.').waitFor()
    await title.fill('Typed meanwhile')
    await url.fill(site.at('/slow'))
    await poll(() => Promise.resolve(site.requestedPaths.join(' '))).toContain('/slow')
    await url.fill(site.at('/fast'))
    await page.getByText('Title and picture are from the page.').waitFor()
    site.release()
    expect(await title.inputValue()).toBe('Typed meanwhile')
    await title.fill('')
    await url.fill(site.at('/fast?again'))
    await poll(() => title.inputValue()).toBe('Page /fast?again')
    const picture = page.getByRole('img', { name: 'Picture of this link' })
    await poll(() => picture.getAttribute('src').then(String)).toMatch(/^\/api\/tournament\/links/)
    await page.getByRole('button', { name: 'Add link' }).tap()
    await page.getByText('Link added.').waitFor()
    expect(await recordsOf(app, 'links', fixture)).toMatchObject([
      { title: 'Page /fast?again', image: site.at('/a.png') },
    ])
    const image = page.getByRole('list', { name: 'Links in their order' }).getByRole('img').first()
    await poll(() => widthOf(image)).toBe('1')
    await page.getByRole('button', { name: 'Edit: Page /fast?again' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Edit link' })
    await dialog.getByRole('textbox', { name: 'Address', exact: true }).fill('nowhere')
    await dialog.getByRole('button', { name: 'Save' }).tap()
    await dialog.getByText('Must be a valid URL').waitFor()
    expect(await violationsInThemes(page)).toEqual([])
    await dialog.getByRole('textbox', { name: 'Address', exact: true }).fill('https://example.org/')
    await dialog.getByLabel('Title').fill('Rules')
    await dialog.getByRole('button', { name: 'Save' }).tap()
    await page.getByText('Link saved.').waitFor()
    expect(await recordsOf(app, 'links', fixture)).toMatchObject([
      { title: 'Rules', url: 'https://example.org/' },
    ])
    await closePage(page)
  })

  test('links are sorted by touch, mouse, keys and buttons; a second organiser is told of a conflict', async () => {
    const fixture = await newFixture(app, 'Order of links')
    for (const title of ['Rules', 'Map', 'Stream']) {
      const body = { tournament: fixture.id, url: 'https://example.org/', title }
      await app.api.post('/api/tournament/links/', body)
    }
    const stored = async () =>
      (await recordsOf(app, 'links', fixture)).map(({ title }) => title).join(' ')
    const page = await open(fixture, 'links', 'tablet')
    const touch = await touchDrag(page)
    await touch.carry(grip(page, 'Stream'), grip(page, 'Rules'))
    await poll(stored).toBe('Stream Rules Map')
    await poll(() => order(page)).toBe('Stream Rules Map')
    await dragWithMouse(page, grip(page, 'Stream'), grip(page, 'Map'))
    await poll(stored).toBe('Rules Map Stream')
    // Clicks just after a drop are ignored, so it is pressed until it works; more have no effect.
    const up = page.getByRole('button', { name: 'Move Map up' })
    await poll(() => up.press('Enter').then(stored)).toBe('Map Rules Stream')
    await poll(() => focused(page)).toBe('Move Map up')
    await keepLinesMoving(page)
    await grip(page, 'Map').focus()
    await page.keyboard.press('Space')
    await page.locator('[data-lifted]').waitFor()
    await page.evaluate(() => new Promise((done) => setTimeout(done)))
    await page.keyboard.press('ArrowDown')
    await poll(() => page.locator('[aria-live="assertive"]').allInnerTexts().then(String)).toMatch(
      /Map, moved to position 2 of 3/,
    )
    await page.keyboard.press('Space')
    await poll(stored).toBe('Rules Map Stream')
    await poll(() => order(page)).toBe('Rules Map Stream')
    // Otherwise the screen might load the other order first, and there would be no conflict.
    await page.locator('[data-unconfirmed]').waitFor({ state: 'detached' })
    const ids = (await recordsOf(app, 'links', fixture)).map(({ id }) => id)
    const path = `/api/tournament/tournament/${fixture.id}/link-order/`
    await app.api.put(path, { order: ids.toReversed() })
    await page.getByRole('button', { name: 'Move Map up' }).tap()
    await page.getByText('Somebody else has changed this order. Check it and try again.').waitFor()
    expect(await violationsInThemes(page)).toEqual([])
    await poll(() => order(page)).toBe('Stream Map Rules')
    expect(await stored()).toBe('Stream Map Rules')
    await pressTwice(page, 'Delete: Map', 'Press again to delete: Map')
    await poll(stored).toBe('Stream Rules')
    await closePage(page)
  })
})

function focused(page: Page): Promise<string> {
  return page.locator(':focus').getAttribute('aria-label').then(String)
}

/** A picture that was loaded has a natural width. */
function widthOf(picture: Locator): Promise<string> {
  return picture.evaluate((img) => `${(img as unknown as { naturalWidth: number }).naturalWidth}`)
}
