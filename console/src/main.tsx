import './ui/theme/tokens.css'
import './global.css'
import { directionOf } from '../../events/text/languages.ts'
import { pageAt } from './core/addresses.ts'
import { showScheme } from './ui/theme/colours.ts'
import { recoverMissingChunks, persistently } from './core/chunk-recovery.ts'
import { languageCode, locale } from './core/text/locale.ts'
import { keepForOffline } from './core/offline.ts'
import { speak } from './core/text/catalogue.ts'
import type { Language } from './core/text/catalogue.ts'
import { displayAt } from './display/address.ts'
import { reloadSafely } from './display/auto-reload.ts'

// Three programs at one address. Thousands open the public pages on telephones, and React with the
// router of the administration is already what such a page may weigh in all.
showScheme()

recoverMissingChunks(import.meta.url)
const display = displayAt(location.pathname)
if (pageAt(location.pathname) === null && display?.at !== 'embed') keepForOffline()

/** English is in the programs themselves; another language comes before them. */
const languages = {
  en: null,
  es: [() => import('./locales/es/public.ts'), () => import('./locales/es/officials.ts')],
  he: [() => import('./locales/he/public.ts'), () => import('./locales/he/officials.ts')],
  pseudo: [() => import('./locales/pseudo.ts')],
} as const
async function spoken(isPublic: boolean, program: () => Promise<unknown>): Promise<void> {
  const [forAll, forOfficials = forAll] = languages[locale] ?? []
  const load = isPublic ? forAll : forOfficials
  if (load) speak((await persistently<{ default: Language }>(load)).default)
  await program()
}
document.documentElement.lang = languageCode
document.documentElement.dir = directionOf(languageCode)

if (display) {
  const isOverlay = display.at === 'role' && display.name === 'overlay'
  const { dataset } = document.documentElement
  dataset['display'] = isOverlay ? 'overlay' : 'board'
  dataset['mantineColorScheme'] = 'dark'
  // Nobody stands before it to press anything.
  void spoken(true, () => import('./displays.tsx')).catch(reloadSafely)
} else if (pageAt(location.pathname))
  void spoken(true, () => persistently(() => import('./spectators.tsx')))
else void spoken(false, () => persistently(() => import('./officials.tsx')))
