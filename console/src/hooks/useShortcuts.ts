import { useEffect } from 'react'

/**
 * Keyboard shortcuts (ux 34). A control declares its key by `aria-keyshortcuts`; the key presses
 * it, but only in the topmost dialog. `?` shows all keys on their controls.
 */
export function useShortcuts(): void {
  useEffect(() => {
    // In the capture phase, before a dialog closes itself by the same key.
    addEventListener('keydown', onKeyDown, { capture: true })
    return () => removeEventListener('keydown', onKeyDown, { capture: true })
  }, [])
}

export function showShortcuts(): void {
  document.documentElement.toggleAttribute('data-keys')
}

function onKeyDown(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, repeat } = event
  if (ctrlKey || metaKey || altKey || repeat || isKeyUser(event.target)) return
  if (key === '?') return showShortcuts()
  const name = key.length === 1 ? key.toUpperCase() : key
  if (!/^([1-9U]|Escape)$/.test(name)) return
  const top = [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document
  top.querySelector<HTMLElement>(`[aria-keyshortcuts="${name}"]`)?.click()
}

/** True if the focused element uses the keys itself. */
function isKeyUser(target: EventTarget | null): boolean {
  const users = 'input:not([type="checkbox"]), textarea, select, [role="menu"], [contenteditable]'
  const isDragging = document.querySelector('[data-lifted]') !== null
  return isDragging || (target instanceof Element && target.closest(users) !== null)
}
