import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

/** Minified, since every page evaluates it again. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** Rules whose result depends on the theme. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** Globals of the page. */
type PageGlobals = {
  axe: { run: (options: object) => Promise<AxeResults> }
  navigator: { onLine: boolean }
}

/** Accessibility violations of what the page shows now, one line each. */
export async function violations(page: Page, colourRulesOnly = false): Promise<string[]> {
  return withoutAnimations(page, () => violationsNow(page, colourRulesOnly))
}

async function violationsNow(page: Page, colourRulesOnly = false): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  const runOnly = colourRulesOnly
    ? { type: 'rule', values: colourRules }
    : { type: 'tag', values: rules }
  const found = await page.evaluate(async (runOnly) => {
    const { axe, navigator } = globalThis as unknown as PageGlobals
    // No rule here needs style sheets, which axe would fetch again; media cannot load offline.
    const preload = navigator.onLine && { assets: ['media'] }
    const { violations } = await axe.run({ runOnly, preload, resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ target, failureSummary }) => ({
        target: target.join(' '),
        failureSummary,
      })),
    }))
  }, runOnly)
  const lines = found.map(async ({ id, nodes }) => {
    const isReal = await Promise.all(nodes.map((node) => isRealViolation(page, id, node.target)))
    return nodes
      .filter((_, index) => isReal[index])
      .map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`)
  })
  const names = colourRulesOnly ? [] : await page.evaluate<string[]>(mislabelled)
  return [...(await Promise.all(lines)).flat(), ...names]
}

/** Disables transitions and animations: contrast is not meaningful halfway through a fade. */
async function withoutAnimations<T>(page: Page, check: () => Promise<T>): Promise<T> {
  const sheet = await page.evaluateHandle<{ remove(): void }>(noAnimations)
  const found = await check()
  await sheet.evaluate((one) => one.remove())
  return found
}

const noAnimations = `(() => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important }')
  document.adoptedStyleSheets.push(sheet)
  return { remove: () => document.adoptedStyleSheets.pop() }
})()`

/** Controls whose label lacks their visible text; axe does not check those scrolled out of view. */
const mislabelled = `(() => {
  const words = (text) => text.toLowerCase().match(/[\\p{L}\\p{N}]+/gu)?.join(' ') ?? ''
  const read = (control) => {
    const copy = control.cloneNode(true)
    for (const unread of copy.querySelectorAll('[aria-hidden=true]')) unread.remove()
    return copy.textContent
  }
  return [...document.querySelectorAll(':is(a, button, [role=button])[aria-label]')]
    .map((control) => [control.ariaLabel, read(control)])
    .filter(([label, text]) => !words(label).includes(words(text)))
    .map(([label, text]) => 'is called "' + label + '", but reads "' + text + '"')
})()`

/** Axe treats all of a disabled fieldset as disabled, but a scroll area in it can be focused. */
async function isRealViolation(page: Page, id: string, target: string): Promise<boolean> {
  if (id !== 'scrollable-region-focusable') return true
  return !(await page.locator(target).evaluate((node) => (node.focus(), node.matches(':focus'))))
}

/** The violations in both themes, which differ in colours only. Leaves the page in the dark one. */
export function violationsInThemes(page: Page): Promise<string[]> {
  return withoutAnimations(page, () => inThemes(page))
}

async function inThemes(page: Page): Promise<string[]> {
  const all: string[] = []
  for (const scheme of ['light', 'dark']) {
    await page.locator('html').evaluate((html, to) => {
      html.setAttribute('data-mantine-color-scheme', to)
    }, scheme)
    all.push(...(await violationsNow(page, scheme === 'dark')).map((one) => `${scheme}: ${one}`))
  }
  return all
}
