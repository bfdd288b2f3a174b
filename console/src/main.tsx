import './global.css'
import { pageAt } from './addresses.ts'
import { showScheme } from './colours.ts'
import { mendMissing, persistently } from './parts/missing.ts'
import { displayAt } from './screens/display/address.ts'
import { reloadSafely } from './screens/display/reloading.ts'

// Three programs behind one door. Thousands open the public pages on telephones, and React with the
// router of the administration is already what such a page may weigh in all.
showScheme()

mendMissing(import.meta.url)

const display = displayAt(location.pathname)
if (display) {
  const isOverlay = display.at === 'role' && display.name === 'overlay'
  const { dataset } = document.documentElement
  dataset['display'] = isOverlay ? 'overlay' : 'board'
  dataset['mantineColorScheme'] = 'dark'
  // Nobody stands before it to press anything.
  void import('./displays.tsx').catch(reloadSafely)
} else if (pageAt(location.pathname)) void persistently(() => import('./spectators.tsx'))
else void persistently(() => import('./officials.tsx'))
