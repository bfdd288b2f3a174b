// A scene that asks for two officials: set by its admin, and what its tournaments begin with.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violationsInThemes } from './axe.ts'
import { leave, newFixture, noChromium, openBrowserApp, reads } from './browser-app.ts'
import type { BrowserApp } from './browser-app.ts'

const missing = noChromium()
if (missing) console.warn(`Left out: rulings of a scene in a browser (${missing})`)

describe.skipIf(missing !== null)('rulings of a scene', () => {
  let stage: BrowserApp
  beforeAll(async () => {
    stage = await openBrowserApp()
  })
  afterAll(() => stage?.stop())

  const told = async (path: string) => {
    const { rulingSigners } = await stage.api.get<{ rulingSigners: string }>(path)
    return rulingSigners
  }

  test('R-DI-4: its admin asks for two, and a tournament begins with it and cannot ask for one', async () => {
    const page = await stage.open({ device: 'desk', role: 'admin' })
    await page.goto('/account')
    const form = page.locator('form', { hasText: 'Rulings in The Hive' })
    await form.getByLabel('Rulings are signed by').selectOption('two officials')
    await form.getByRole('button', { name: 'Save the rulings in The Hive' }).click()
    await page.getByText('New tournaments of The Hive begin with it.').waitFor()
    expect(await told(`/api/tournament/scene/${stage.scene}/`)).toBe('two')
    expect(await violationsInThemes(page)).toEqual([])

    const fixture = await newFixture(stage, 'Strict Cup')
    await page.goto(fixture.path)
    const signers = page.getByLabel('Rulings are signed by')
    await reads(() => signers.inputValue()).toBe('two')
    await page.getByText('The Hive asks for two officials.').waitFor()
    const choices = signers.locator('option')
    const off = await choices.evaluateAll((all) =>
      all.map((one) => `${(one as unknown as { disabled: boolean }).disabled}`),
    )
    expect(off).toEqual(['true', 'true', 'false'])
    expect(await violationsInThemes(page)).toEqual([])
    expect(await told(`/api/tournament/tournament/${fixture.id}/`)).toBe('two')

    // A rival's page that is older than what the scene asks keeps what was chosen, and says why.
    await stage.api.patch(`/api/game/scene/${stage.scene}/`, { rulingSigners: 'one' })
    await page.reload()
    await page.getByText('The Hive asks for one official.').waitFor()
    await stage.api.patch(`/api/game/scene/${stage.scene}/`, { rulingSigners: 'two' })
    await signers.selectOption('one official')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Rulings of this scene are signed by two officials.').waitFor()
    expect(await signers.inputValue()).toBe('one')
    expect(await told(`/api/tournament/tournament/${fixture.id}/`)).toBe('two')
    await leave(page)
  })
})
