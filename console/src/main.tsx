import './ui/theme/tokens.css'
import './global.css'
import { pageAt } from './core/addresses.ts'
import { showScheme } from './ui/theme/colours.ts'
import { recoverMissingChunks, persistently } from './core/chunk-recovery.ts'
import { keepForOffline } from './core/offline.ts'
import { displayAt } from './display/address.ts'
import { reloadSafely } from './display/auto-reload.ts'

// Three programs at one address. Thousands open the public pages on telephones, and React with the
// router of the administration is already what such a page may weigh in all.
showScheme()

recoverMissingChunks(import.meta.url)
const display = displayAt(location.pathname)
if (pageAt(location.pathname) === null && display?.at !== 'embed') keepForOffline()

if (display) {
  const isOverlay = display.at === 'role' && display.name === 'overlay'
  const { dataset } = document.documentElement
  dataset['display'] = isOverlay ? 'overlay' : 'board'
  dataset['mantineColorScheme'] = 'dark'
  // Nobody stands before it to press anything.
  void import('./displays.tsx').catch(reloadSafely)
} else if (pageAt(location.pathname)) void persistently(() => import('./spectators.tsx'))
else void persistently(() => import('./officials.tsx'))
