import './styles.ts'
import { DirectionContext, MantineProvider } from '@mantine/core'
import type { CSSVariablesResolver, MantineColorSchemeManager } from '@mantine/core'
import type { ReactNode } from 'react'
import { setScheme, useScheme } from './colours.ts'
import { theme } from './theme.ts'

/** Provides the component library to the screens that use it. */
export default function Mantine({ children }: { children: ReactNode }) {
  return (
    <DirectionContext value={direction}>
      <MantineProvider
        theme={theme}
        defaultColorScheme="dark"
        colorSchemeManager={schemes}
        cssVariablesResolver={ownColours}
        // It writes all variables, so that a slow line does not transfer them as a style sheet.
        deduplicateCssVariables={false}
      >
        {children}
      </MantineProvider>
    </DirectionContext>
  )
}

/** Constant, because the language does not change while a page is open. */
const direction = {
  dir: document.documentElement.dir === 'rtl' ? ('rtl' as const) : ('ltr' as const),
  toggleDirection: () => {},
  setDirection: () => {},
}

/** Replaces the library's grey and red, whose contrast is too low (ux 25). */
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
  let unsubscribe = () => {}
  return {
    get: () => useScheme.getState().scheme,
    set: (scheme) => setScheme(scheme === 'light' ? 'light' : 'dark'),
    subscribe(changed) {
      unsubscribe = useScheme.subscribe(({ scheme }) => changed(scheme))
    },
    unsubscribe: () => unsubscribe(),
    clear: () => {},
  }
}
