import axe from 'axe-core'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What the page shows now against the rules for everybody: a line for each thing that breaks one. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const found = await page.evaluate(async (values) => {
    const known = globalThis as unknown as { axe: { run: (o: object) => Promise<AxeResults> } }
    const { violations } = await known.axe.run({ runOnly: { type: 'tag', values } })
    return violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
    }))
  }, rules)
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id} ${node}`))
}

/** The same in both themes; the page is left in the dark one. */
export async function violationsInThemes(page: Page): Promise<string[]> {
  const all: string[] = []
  for (const scheme of ['light', 'dark']) {
    await page.locator('html').evaluate((html, to) => {
      html.setAttribute('data-mantine-color-scheme', to)
    }, scheme)
    all.push(...(await violations(page)).map((one) => `${scheme}: ${one}`))
  }
  return all
}
