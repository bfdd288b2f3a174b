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
  document: { adoptedStyleSheets: object[] }
  CSSStyleSheet: new () => { replaceSync(text: string): void }
}

/** What the page shows now against the rules for everybody: a line for each thing that breaks one. */
export async function violations(page: Page, ofColours = false): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  const runOnly = ofColours ? { type: 'rule', values: coloured } : { type: 'tag', values: rules }
  const found = await page.evaluate(async (runOnly) => {
    const { axe, document, CSSStyleSheet, navigator } = globalThis as unknown as Within
    // What fades has colours that nobody reads by.
    const still = new CSSStyleSheet()
    still.replaceSync(
      '*, ::before, ::after { transition: none !important; animation: none !important }',
    )
    document.adoptedStyleSheets.push(still)
    // No rule here asks for styles, which it would fetch anew; sounds cannot be without a line.
    const preload = navigator.onLine && { assets: ['media'] }
    const { violations } = await axe.run({ runOnly, preload, resultTypes: ['violations'] })
    document.adoptedStyleSheets.pop()
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
export async function violationsInThemes(page: Page): Promise<string[]> {
  const all: string[] = []
  for (const scheme of ['light', 'dark']) {
    await page.locator('html').evaluate((html, to) => {
      html.setAttribute('data-mantine-color-scheme', to)
    }, scheme)
    all.push(...(await violations(page, scheme === 'dark')).map((one) => `${scheme}: ${one}`))
  }
  return all
}
