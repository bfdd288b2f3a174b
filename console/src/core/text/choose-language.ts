import { storeText } from '../storage/storage.ts'
import { languageKey } from './locale.ts'

/**
 * Stores the language and reloads the page, because texts in use would stay in the old language.
 */
export function choose(language: string): void {
  if (!storeText(languageKey, language)) return
  // For the text that the server writes into the page (services/web/pages/console.ts).
  document.cookie = `waggle-lang=${language}; Path=/; Max-Age=31536000; SameSite=Lax`
  const address = new URL(location.href)
  address.searchParams.delete('lang')
  location.replace(address)
}
