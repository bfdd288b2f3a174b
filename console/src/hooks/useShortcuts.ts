import { useEffect } from 'react'

const isShown = 'keys'

/**
 * Keys for a keyboard beside the tablet (ux 34). A control names its own key by `aria-keyshortcuts`;
 * the key presses it, in the topmost dialog alone. `?` shows all of them on their controls.
 */
export function useShortcuts(): void {
  useEffect(() => {
    // Before any dialog closes itself by the same key.
    addEventListener('keydown', pressed, { capture: true })
    return () => removeEventListener('keydown', pressed, { capture: true })
  }, [])
}

export function showShortcuts(): void {
  document.documentElement.toggleAttribute(`data-${isShown}`)
}

function pressed(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, repeat } = event
  if (ctrlKey || metaKey || altKey || repeat || isTaken(event.target)) return
  if (key === '?') return showShortcuts()
  const name = key.length === 1 ? key.toUpperCase() : key
  if (!/^([1-9U]|Escape)$/.test(name)) return
  const top = [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document
  top.querySelector<HTMLElement>(`[aria-keyshortcuts="${name}"]`)?.click()
}

/** Where keys are letters, or mean something else. */
function isTaken(target: EventTarget | null): boolean {
  const taken = 'input:not([type="checkbox"]), textarea, select, [role="menu"], [contenteditable]'
  const isDragging = document.querySelector('[data-lifted]') !== null
  return isDragging || (target instanceof Element && target.closest(taken) !== null)
}
