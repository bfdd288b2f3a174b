import { createTheme } from '@mantine/core'

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
export const theme = createTheme({
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
