import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

/** Every page reads it anew: the short form. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** What another theme can break. */
const coloured = ['color-contrast', 'link-in-text-block']

/** What is there within the page. */
type Within = {
  axe: { run: (options: object) => Promise<AxeResults> }
  navigator: { onLine: boolean }
}

/** What the page shows now against the rules for everybody: a line for each thing that breaks one. */
export async function violations(page: Page, ofColours = false): Promise<string[]> {
  return still(page, () => violationsNow(page, ofColours))
}

async function violationsNow(page: Page, ofColours = false): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  const runOnly = ofColours ? { type: 'rule', values: coloured } : { type: 'tag', values: rules }
  const found = await page.evaluate(async (runOnly) => {
    const { axe, navigator } = globalThis as unknown as Within
    // No rule here asks for styles, which it would fetch anew; sounds cannot be without a line.
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
    const wrong = await Promise.all(nodes.map((node) => isSo(page, id, node.target)))
    return nodes
      .filter((_, index) => wrong[index])
      .map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`)
  })
  const names = ofColours ? [] : await page.evaluate<string[]>(misnamed)
  return [...(await Promise.all(lines)).flat(), ...names]
}

/** What fades has colours that nobody reads by. */
async function still<T>(page: Page, look: () => Promise<T>): Promise<T> {
  const sheet = await page.evaluateHandle<{ remove(): void }>(stillSheet)
  const found = await look()
  await sheet.evaluate((one) => one.remove())
  return found
}

const stillSheet = `(() => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important }')
  document.adoptedStyleSheets.push(sheet)
  return { remove: () => document.adoptedStyleSheets.pop() }
})()`

/** A control is called what it reads, for who speaks to it: axe passes over what is scrolled away. */
const misnamed = `(() => {
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

/** Axe takes all within a fieldset that is off for off; what scrolls there takes the focus. */
async function isSo(page: Page, id: string, target: string): Promise<boolean> {
  if (id !== 'scrollable-region-focusable') return true
  return !(await page.locator(target).evaluate((node) => (node.focus(), node.matches(':focus'))))
}

/** The same in both themes, which differ in their colours; the page is left in the dark one. */
export function violationsInThemes(page: Page): Promise<string[]> {
  return still(page, () => inThemes(page))
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
