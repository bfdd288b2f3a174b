// What a page needs only once a person uses it.
import { keepFocus } from './hooks/keep-focus.ts'

keepFocus()

// Paper is bright, whatever the screen is.
const { dataset } = document.documentElement
let onScreen = dataset['mantineColorScheme']
addEventListener('beforeprint', () => {
  onScreen = dataset['mantineColorScheme']
  dataset['mantineColorScheme'] = 'light'
})
addEventListener('afterprint', () => (dataset['mantineColorScheme'] = onScreen))
