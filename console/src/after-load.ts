import { keepFocus } from './ui/focus/keep-focus.ts'
import { showScheme } from './ui/theme/colours.ts'

/** What a page needs only once a person uses it. */
export function afterLoad(): void {
  keepFocus()
  // Paper is bright, whatever the screen is.
  addEventListener('beforeprint', () => {
    document.documentElement.dataset['mantineColorScheme'] = 'light'
  })
  addEventListener('afterprint', showScheme)
}
