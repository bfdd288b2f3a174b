/** Something with a focus order of its own that opens above the page. */
const layers = '[role="dialog"], [role="menu"], [role="listbox"]'

/** Where the focus is, and in a layer also where it was before the layer opened. */
type Mark = { element: Element; layer: Element | null; opener: Mark | null }

let mark: Mark | null = null
/** A disabled element that lost the focus, and what has the focus until it is enabled again. */
let waiting: { disabled: Element; container: Element } | null = null
/** The page at the last press of a key or a finger, or since it was opened. */
let page = pageNow()
/** What had the focus when a key was pressed that may still be held down. */
let pressedOn: EventTarget | null = null

/**
 * Browsers drop the focus when the element that has it is removed or disabled: the next key is lost,
 * and a screen reader starts at the top of the page. Instead the focus returns to what opened a
 * closed dialog, or moves to what now stands where the removed element stood, or waits beside the
 * disabled element. When another page opens, it moves to that page's heading.
 */
export function keepFocus(): void {
  document.addEventListener('focusin', onFocusIn)
  document.addEventListener('focusout', onFocusOut)
  for (const type of ['keydown', 'pointerdown'])
    document.addEventListener(type, () => (page = pageNow()), { capture: true })
  document.addEventListener('keydown', onKeyDown, { capture: true })
  new MutationObserver(onChange).observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled'],
  })
}

/** A key that is held down would also press what the focus has moved to. */
function onKeyDown(event: KeyboardEvent): void {
  if (!event.repeat) pressedOn = event.target
  else if (event.key === 'Enter' && event.target !== pressedOn) event.preventDefault()
}

function pageNow() {
  const heading = document.querySelector('#content h1')
  return { path: location.pathname, heading, title: heading?.textContent }
}

/**
 * A press after the page was opened is not interrupted. If the heading is still the same, such as at
 * another position of a time line, the focus stays.
 */
function focusNewHeading(): void {
  if (page.path === location.pathname || document.querySelector('[role="dialog"]')) return
  const now = pageNow()
  if (!now.heading || (now.heading === page.heading && now.title === page.title)) return
  page = now
  focus(now.heading)
}

function onFocusIn({ target }: FocusEvent): void {
  if (!(target instanceof Element)) return
  const layer = target.closest(layers)
  mark = { element: target, layer, opener: layer ? openerOf(layer) : null }
}

/** The focus may return to an open layer from one above it. */
function openerOf(layer: Element): Mark | null {
  for (let inside = mark; inside; inside = inside.opener)
    if (inside.layer === layer) return inside.opener
  return mark
}

function onFocusOut({ target, relatedTarget }: FocusEvent): void {
  if (relatedTarget || mark?.element !== target) return
  const left = mark
  // Once the change that removed or disabled the element is complete.
  queueMicrotask(() => {
    if (mark !== left || !isNothingFocused()) return
    if (left.element.matches(':disabled')) return moveTo(left.element)
    // The person clicked beside it: nothing is to be kept.
    if (left.element.isConnected) mark = null
  })
}

function onChange(changes: MutationRecord[]): void {
  for (let each = mark; each; each = each.opener)
    if (!each.element.isConnected) each.element = successor(each.element, changes)
  if (mark && isNothingFocused()) restore(mark)
  const { disabled, container } = waiting ?? {}
  if (disabled && !disabled.matches(':disabled')) {
    waiting = null
    if (document.activeElement === container) focus(disabled)
  }
  focusNewHeading()
}

function restore(lost: Mark): void {
  let open: Mark | null = lost
  while (open?.layer && !open.layer.isConnected) open = open.opener
  // Opened while nothing had the focus.
  if (!open) mark = null
  else if (open.element.isConnected) moveTo(open.element)
  else focus(document.querySelector('#content'))
}

/** What now stands where the removed element stood. */
function successor(element: Element, changes: readonly MutationRecord[]): Element {
  const removal = changes.find(({ removedNodes }) =>
    [...removedNodes].some((node) => node.contains(element)),
  )
  if (!removal || !(removal.target instanceof Element)) return element
  const { target: parent, previousSibling: previous } = removal
  if (!parent.isConnected) return successor(parent, changes)
  const isPlaceKnown = previous?.parentNode === parent && 'nextElementSibling' in previous
  const next = isPlaceKnown ? (previous as Element).nextElementSibling : parent.firstElementChild
  return next ?? parent.lastElementChild ?? parent
}

function moveTo(element: Element): void {
  if (!element.matches(':disabled')) return focus(element)
  const container = element.closest('fieldset:disabled')?.parentElement ?? element.parentElement
  focus(container)
  if (document.activeElement) waiting = { disabled: element, container: document.activeElement }
}

/** Focuses the element, or if it cannot have the focus, the first element around it that can. */
function focus(element: Element | null): void {
  for (let target = element; target && target !== document.body; target = target.parentElement) {
    if (!(target instanceof HTMLElement || target instanceof SVGElement)) continue
    if (!target.matches('a[href], button, input, select, textarea, [tabindex]'))
      target.tabIndex = -1
    target.focus({ preventScroll: true })
    if (document.activeElement === target) return
  }
}

function isNothingFocused(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}
