import type { Locator, Page } from 'playwright-core'

const mostTabs = 120

/** Moves the focus with the Tab key until it is on a control. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor()
  for (let pressed = 0; pressed < mostTabs; pressed += 1) {
    if ((await control.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The Tab key does not lead to ${String(control)}.`)
}

/** The name of the focused control, and its description or that of its group. */
export async function focusedField(page: Page): Promise<{ name: string; description: string }> {
  return page.evaluate(`(() => {
    const control = document.activeElement
    const ids = control.closest('[aria-describedby]')?.getAttribute('aria-describedby') ?? ''
    const words = ids.split(' ').map((id) => document.getElementById(id)?.textContent ?? '')
    const name = control.ariaLabel ?? (control.labels ?? [])[0]?.innerText ?? control.innerText ?? ''
    return { name: name.trim(), description: words.join(' ').trim() }
  })()`)
}
