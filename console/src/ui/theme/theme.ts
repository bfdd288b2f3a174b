import { createTheme } from '@mantine/core'

const sameSize = { defaultProps: { size: 'md' } }
// What is said of a field stands below it, so that fields side by side are level.
const field = {
  defaultProps: {
    ...sameSize.defaultProps,
    inputWrapperOrder: ['label', 'input', 'description', 'error'],
  },
}

// Blue and gold belong to the teams, red to faults and amber to what needs a person, so the
// console itself has no colour: its main action is simply the brightest thing on the screen.
export const theme = createTheme({
  primaryColor: 'gray',
  primaryShade: { light: 9, dark: 2 },
  autoContrast: true,
  defaultRadius: 'md',
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  components: {
    TextInput: field,
    Textarea: field,
    PasswordInput: field,
    NativeSelect: field,
    Checkbox: sameSize,
    CheckboxGroup: sameSize,
    Radio: sameSize,
    RadioGroup: sameSize,
    Switch: { defaultProps: { size: 'lg', color: 'gray.6', withThumbIndicator: false } },
  },
  colors: {
    dark: [
      '#e9ebf0',
      '#c6cad3',
      '#a2a8b4',
      '#767d8b',
      '#4b515d',
      '#383d47',
      '#292d35',
      '#181a1f',
      '#131519',
      '#0e0f12',
    ],
  },
})
