const ignorable = /\p{Default_Ignorable_Code_Point}/gu
/** Joiners and variation selectors: they are invisible, but emoji and some scripts need them. */
const needed = /\p{Join_Control}|\p{Variation_Selector}|[\u{E0020}-\u{E007F}]/u
/** Line ends, tabs and their like: a name is one line. */
const breaks = /[\p{Zl}\p{Zp}\t\n\v\f\r\u0085]+/gu
const control = /\p{Cc}/gu
/** No script needs more marks on one letter; stacks of them cover the lines above and below. */
const stacked = /(\p{M}{4})\p{M}+/gu
const visible = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u

/**
 * A typed name in the form in which it is stored: composed, and without characters that nobody can
 * see or that reach beyond its line. Empty if nothing of it is visible.
 */
export function cleanName(name: string): string {
  if (!visible.test(name)) return ''
  return name
    .normalize('NFC')
    .replace(breaks, ' ')
    .replace(control, '')
    .replace(stacked, '$1')
    .replace(ignorable, (character) => (needed.test(character) ? character : ''))
    .trim()
}

/** Equal for names that look the same, apart from capitals and the width of spaces. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').replace(ignorable, '').replace(/\s+/g, ' ').trim().toLowerCase()
}
