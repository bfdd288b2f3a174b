import { create } from 'zustand'

// The theme, known without the component library: public pages do not load it. Both keep it under
// the library's own name, so that neither ever shows another theme than the other.
type Scheme = 'dark' | 'light'
const key = 'mantine-color-scheme-value'

export const useScheme = create<{ scheme: Scheme }>(() => ({ scheme: storedScheme() }))

export function showScheme(): void {
  document.documentElement.dataset['mantineColorScheme'] = useScheme.getState().scheme
}

export function setScheme(scheme: Scheme): void {
  // The library answers a change with the same change.
  if (useScheme.getState().scheme === scheme) return
  useScheme.setState({ scheme })
  showScheme()
  try {
    localStorage.setItem(key, scheme)
  } catch {
    // The choice lasts as long as the page.
  }
}

function storedScheme(): Scheme {
  try {
    return localStorage.getItem(key) === 'light' ? 'light' : 'dark'
  } catch {
    return 'dark'
  }
}
