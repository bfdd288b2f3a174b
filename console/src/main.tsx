import './ui/theme/tokens.css'
import './global.css'
import './print.css'
import { directionOf } from '#events/text/languages.ts'
import { pageAt } from './core/addresses.ts'
import { showScheme } from './ui/theme/colours.ts'
import { recoverMissingChunks, retryForever } from './core/connection/chunk-recovery.ts'
import { languageCode, locale } from './core/text/locale.ts'
import { keepForOffline } from './core/connection/offline.ts'
import { setLanguage } from './core/text/catalogue.ts'
import type { LanguageFile } from './core/text/catalogue.ts'
import { displayAt } from './display/address.ts'
import { reloadSafely } from './display/auto-reload.ts'

// Three programs share this entry. Thousands open the public pages on phones, and React with the
// router of the administration alone would use up the size limit of such a page.
showScheme()

recoverMissingChunks(import.meta.url)
const display = displayAt(location.pathname)
if (pageAt(location.pathname) === null && display?.at !== 'embed') keepForOffline()

/** English is part of the programs; any other language is loaded before them. */
const files = import.meta.glob<LanguageFile>('./*/{public,officials}.ts', { base: './locales' })
async function start(isPublic: boolean, loadProgram: () => Promise<unknown>): Promise<void> {
  const forAll = files[`./${locale}/public.ts`]
  const forOfficials = files[`./${locale}/officials.ts`] ?? forAll
  const loadLanguage = isPublic ? forAll : forOfficials
  if (loadLanguage) setLanguage(await retryForever(loadLanguage), forOfficials)
  await loadProgram()
  if (!display) await retryForever(() => import('./after-load.ts'))
}
document.documentElement.lang = languageCode
document.documentElement.dir = directionOf(languageCode)

if (display) {
  const isOverlay = display.at === 'role' && display.name === 'overlay'
  const { dataset } = document.documentElement
  dataset['display'] = isOverlay ? 'overlay' : 'board'
  dataset['mantineColorScheme'] = 'dark'
  // A display reloads by itself, because nobody is there to press a button.
  void start(true, () => import('./displays.tsx')).catch(reloadSafely)
} else if (pageAt(location.pathname))
  void start(true, () => retryForever(() => import('./spectators.tsx')))
else void start(false, () => retryForever(() => import('./officials.tsx')))
