import './global.css'
import { pageAt } from './addresses.ts'
import { showScheme } from './colours.ts'
import { displayAt } from './screens/display/address.ts'
import { reloadSafely } from './screens/display/reloading.ts'

// Three programs behind one door. Thousands open the public pages on telephones, and React with the
// router of the administration is already what such a page may weigh in all.
showScheme()

// Another build has other files: a page that was opened before it finds its next part gone. It is
// loaded anew, but not for ever.
const key = 'waggle:reloaded'
addEventListener('vite:preloadError', () => {
  if (Date.now() - Number(sessionStorage.getItem(key)) < 10_000) return
  // Without a line there is nothing to load anew: a screen that still shows the score is kept.
  const again = () => {
    sessionStorage.setItem(key, `${Date.now()}`)
    location.reload()
  }
  fetch('/', { cache: 'no-store' }).then(
    ({ ok }) => ok && again(),
    () => {},
  )
})

const display = displayAt(location.pathname)
if (display) {
  const isOverlay = display.at === 'role' && display.name === 'overlay'
  const { dataset } = document.documentElement
  dataset['display'] = isOverlay ? 'overlay' : 'board'
  dataset['mantineColorScheme'] = 'dark'
  // Nobody stands before it to press anything.
  void import('./displays.tsx').catch(reloadSafely)
} else if (pageAt(location.pathname)) void import('./spectators.tsx')
else void import('./officials.tsx')
