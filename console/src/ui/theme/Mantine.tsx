import './styles.ts'
import { DirectionContext, MantineProvider } from '@mantine/core'
import type { CSSVariablesResolver, MantineColorSchemeManager } from '@mantine/core'
import type { ReactNode } from 'react'
import { setScheme, useScheme } from './colours.ts'
import { theme } from './theme.ts'

/** The component library around the screens that use it. */
export default function Mantine({ children }: { children: ReactNode }) {
  return (
    <DirectionContext value={direction}>
      <MantineProvider
        theme={theme}
        defaultColorScheme="dark"
        colorSchemeManager={schemes}
        cssVariablesResolver={ownColours}
      >
        {children}
      </MantineProvider>
    </DirectionContext>
  )
}

/** It does not change while a page is open. */
const direction = {
  dir: document.documentElement.dir === 'rtl' ? ('rtl' as const) : ('ltr' as const),
  toggleDirection: () => {},
  setDirection: () => {},
}

/** The library's own grey and red are too faint to be read (ux 25). */
const readable = {
  '--mantine-color-dimmed': 'var(--dim)',
  '--mantine-color-placeholder': 'var(--dim)',
  '--mantine-color-error': 'var(--fault)',
}
const ownColours: CSSVariablesResolver = () => {
  return { variables: {}, light: readable, dark: readable }
}

const schemes: MantineColorSchemeManager = newSchemes()

function newSchemes(): MantineColorSchemeManager {
  let end = () => {}
  return {
    get: () => useScheme.getState().scheme,
    set: (scheme) => setScheme(scheme === 'light' ? 'light' : 'dark'),
    subscribe(changed) {
      end = useScheme.subscribe(({ scheme }) => changed(scheme))
    },
    unsubscribe: () => end(),
    clear: () => {},
  }
}
