import { choose } from '../core/text/choose-language.ts'
import { languages, locale } from '../core/text/locale.ts'
import { text } from '../core/text/text.ts'
import { setScheme, useScheme } from './theme/colours.ts'
import { Icon } from './Icon.tsx'
import styles from './Layout.module.css'

/** What a person may choose on every screen. */
export default function Preferences() {
  return (
    <>
      <LanguageChoice />
      <ThemeSwitch />
    </>
  )
}

/** Shows the language code, and a list with the languages' own names when opened. */
function LanguageChoice() {
  return (
    <label className={styles.theme} title={text.language}>
      <span aria-hidden="true">{locale.slice(0, 2)}</span>
      <select
        aria-label={text.language}
        value={locale}
        onChange={({ target }) => choose(target.value)}
      >
        {Object.entries(languages).map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

function ThemeSwitch() {
  const scheme = useScheme((shown) => shown.scheme)
  const next = scheme === 'dark' ? 'light' : 'dark'
  const label = next === 'light' ? text.theme.bright : text.theme.dark
  return (
    <button
      type="button"
      className={styles.theme}
      aria-label={label}
      title={label}
      onClick={() => setScheme(next)}
    >
      <Icon name={next === 'light' ? 'sun' : 'moon'} />
    </button>
  )
}
