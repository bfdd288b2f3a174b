// The actions on the tablet, and conditions that detect their effects in the document.
import { chromium } from 'playwright-core'
import type { Browser, Page } from 'playwright-core'
import { findChromium } from '../support/chromium.ts'
import type { Bracket } from './bracket-of-64.ts'
import type { ExpectedInput } from './measure/input-latency.ts'

export type Act = {
  name: string
  awaited: ExpectedInput
  before?(): Promise<unknown>
  act(): Promise<unknown>
}

const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
]

/** Opens the browser in which the bench measures. */
export async function openBrowser(): Promise<Browser> {
  const found = findChromium()
  if ('missing' in found) throw new Error(found.missing)
  return chromium.launch({ executablePath: found.path, args: browserFlags })
}

const restMs = 400

/** One round of actions; each leaves the screen in the state that the next one needs. */
export function tabletActs(page: Page, { cabinet }: Bracket): Act[] {
  const dialog = page.getByRole('dialog', { name: `Referee: ${cabinet.name}` })
  const button = (name: string | RegExp) => dialog.getByRole('button', { name, exact: true })
  const quiet = () => page.waitForTimeout(restMs)
  const tap = (name: string, effect: string, act: Act['act']): Act => {
    return { name, awaited: { input: 'click', effect }, before: quiet, act }
  }
  // The previous content is stored in the page, so that a change can be detected.
  const changed = (what: string) => `globalThis.before !== (${what})`
  const keep = (what: string) => page.evaluate(`globalThis.before = (${what})`)
  const score = `document.querySelector('[aria-label="Blue score"]')?.textContent`
  const sides = `document.querySelector('[role=dialog] [data-colour]')?.dataset.colour`
  const warm = `document.querySelector('[role=dialog] [role=switch]')?.checked`
  // The notes on presses are above the dialog's footer.
  const notes = `document.querySelector('[role=dialog] footer')?.previousElementSibling?.textContent`
  const keeping = (act: Act, what: string): Act => ({
    ...act,
    before: async () => (await quiet(), await keep(what)),
  })
  const isOpen = `document.querySelector('[role=dialog]') !== null`
  return [
    tap('open the referee dialog', `${isOpen} && document.querySelector('output') !== null`, () =>
      page.getByRole('button', { name: `Ref ${cabinet.name}` }).tap(),
    ),
    keeping(
      tap('+1', changed(score), () => button('+1 Blue').tap()),
      score,
    ),
    keeping(
      tap('+1 again', changed(score), () => button('+1 Blue').tap()),
      score,
    ),
    keeping(
      tap('flip the view', changed(sides), () => button('Flip view').tap()),
      sides,
    ),
    keeping(
      tap('warm-up', changed(warm), () => dialog.getByRole('switch').tap({ force: true })),
      warm,
    ),
    keeping(
      tap('hold or release', changed(notes), () => button(/^(Hold|Release)$/).tap()),
      notes,
    ),
    tap('close the dialog', `!(${isOpen})`, () => button('Close').last().tap()),
  ]
}

/** Moves a match with the keyboard, because each step is then a single input. */
export function queueActs(page: Page): Act[] {
  const grip = page.getByRole('button', { name: /^Drag M/ }).first()
  const lifted = `document.querySelector('[data-lifted]') !== null`
  const words = `[...document.querySelectorAll('[aria-live]')].map((one) => one.textContent).join()`
  const key = (name: string, effect: string, pressed: string): Act => ({
    name: `queue: ${name}`,
    awaited: { input: 'keydown', effect },
    act: () => page.keyboard.press(pressed),
    async before() {
      await page.waitForTimeout(restMs)
      await page.evaluate(`globalThis.before = (${words})`)
    },
  })
  const lift = key('pick a match up', lifted, 'Space')
  return [
    { ...lift, before: async () => (await page.waitForTimeout(restMs), await grip.focus()) },
    key('move it one place', `globalThis.before !== (${words})`, 'ArrowDown'),
    key('drop it', `!(${lifted})`, 'Space'),
  ]
}
