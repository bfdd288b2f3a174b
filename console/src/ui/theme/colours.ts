import { create } from 'zustand'
import { storeText, storedText } from '../../core/storage/storage.ts'

// The colour scheme, without the component library, which public pages do not load. It is stored
// under the library's own key, so that both always use the same scheme.
type Scheme = 'dark' | 'light'
const key = 'mantine-color-scheme-value'

export const useScheme = create<{ scheme: Scheme }>(() => ({ scheme: storedScheme() }))

export function showScheme(): void {
  document.documentElement.dataset['mantineColorScheme'] = useScheme.getState().scheme
}

export function setScheme(scheme: Scheme): void {
  // The library reports each change back, which would otherwise loop.
  if (useScheme.getState().scheme === scheme) return
  useScheme.setState({ scheme })
  showScheme()
  storeText(key, scheme)
}

function storedScheme(): Scheme {
  return storedText(key) === 'light' ? 'light' : 'dark'
}
