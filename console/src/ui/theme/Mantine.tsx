import { DirectionContext, MantineProvider, createTheme } from '@mantine/core'
import type { CSSVariablesResolver, MantineColorSchemeManager } from '@mantine/core'
import type { ReactNode } from 'react'
import { setScheme, useScheme } from './colours.ts'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/global.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/VisuallyHidden.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Group.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Button.layer.css'
import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/Anchor.layer.css'
import '@mantine/core/styles/Breadcrumbs.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/SimpleGrid.layer.css'
import '@mantine/core/styles/Stack.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import '@mantine/core/styles/Text.layer.css'
import '@mantine/core/styles/Title.layer.css'

const [small, body, figure] = ['var(--small)', 'var(--text)', 'var(--figure)']
const title = { fontSize: 'var(--title)', lineHeight: '1.2', fontWeight: '800' }
const heading = { fontSize: body, lineHeight: '1.4', fontWeight: '700' }
const sameSize = { defaultProps: { size: 'md' } }

// Descriptions are below the inputs, so that fields side by side are aligned.
const field = {
  defaultProps: {
    ...sameSize.defaultProps,
    inputWrapperOrder: ['label', 'input', 'description', 'error'],
  },
}

// Blue and gold are for the teams, red for faults, and amber for anything that needs a person. The
// accent uses a remaining hue: it marks the main action, selections, and the name of the product.
const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 8, dark: 3 },
  autoContrast: true,
  defaultRadius: 'md',
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontSizes: { xs: small, sm: small, md: body, lg: body, xl: body },
  headings: { sizes: { h1: title, h2: title, h3: heading, h4: heading, h5: heading } },
  radius: { sm: 'var(--round-small)', md: 'var(--round)' },
  components: {
    TextInput: field,
    Textarea: field,
    PasswordInput: { defaultProps: { ...field.defaultProps, rightSectionWidth: 44 } },
    NativeSelect: field,
    Checkbox: sameSize,
    CheckboxGroup: sameSize,
    Radio: sameSize,
    RadioGroup: sameSize,
    Switch: { defaultProps: { size: 'lg', withThumbIndicator: false } },
    Anchor: { defaultProps: { underline: 'always', c: 'inherit' } },
    Modal: {
      styles: { title: { fontWeight: 700, fontSize: figure } },
      // Its header is no banner of the page, although the package renders a <header>.
      defaultProps: { attributes: { header: { role: 'presentation' } } },
    },
  },
  colors: {
    accent: [
      '#f4edff',
      '#e6d8ff',
      '#d5bdff',
      '#c4a5ff',
      '#a984f2',
      '#9066e0',
      '#794bcd',
      '#6839be',
      '#5b2bb0',
      '#43208a',
    ],
    dark: [
      '#eeebf5',
      '#cdc8d9',
      '#b0aac0',
      '#7f788f',
      '#524b63',
      '#3b3649',
      '#292535',
      '#14121b',
      '#110f17',
      '#0d0c13',
    ],
    gray: [
      '#f8f7fb',
      '#f1eff6',
      '#e6e2ee',
      '#d8d3e3',
      '#c6c0d4',
      '#aaa3ba',
      '#7f788f',
      '#554e63',
      '#393346',
      '#221d2d',
    ],
  },
})

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
