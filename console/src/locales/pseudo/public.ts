import type { Language } from '../../core/text/catalogue.ts'

// A pseudo-locale for testing: every English text with accents, in brackets and 40 % longer. Text
// that looks normal is not in the catalogue; text that does not fit would not fit in German either.

const plainLetters = 'aceinosuyzACEINOSUYZ'
const accentedLetters = 'åçéîñöšûýžÅÇÉÎÑÖŠÛÝŽ'
const longerBy = 0.4

const language: Language = {
  partOf: (_, english) => object(english),
  say: (_, english) => pseudo(english),
}
export default language

/** Parameters of a text, such as names, stay unchanged and do not count for its length. */
export function pseudo(english: string, ...parameters: unknown[]): string {
  const names = parameters
    .flat()
    .map(String)
    .filter((name) => name.length > 1)
  const pieces = split(english, names)
  const ownText = pieces.filter((piece) => !names.includes(piece)).join('')
  if (!/[a-z]/i.test(ownText)) return english
  const paddingLength = Math.max(0, Math.ceil(ownText.length * longerBy) - 2)
  const padding = ' ·····'.repeat(Math.ceil(paddingLength / 6)).slice(0, paddingLength)
  const accented = pieces.map((piece) => (names.includes(piece) ? piece : accents(piece)))
  return `[${accented.join('')}${padding}]`
}

/** Splits a text at the names, which stay in the result as pieces of their own. */
function split(text: string, names: string[]): string[] {
  const [name, ...others] = names
  if (name === undefined) return [text]
  const pieces = text.split(name)
  return pieces.flatMap((piece, index) => [...(index > 0 ? [name] : []), ...split(piece, others)])
}

function accents(words: string): string {
  return words.replace(/./gu, (letter) => accentedLetters[plainLetters.indexOf(letter)] ?? letter)
}

function object(english: object): object {
  return Object.fromEntries(Object.entries(english).map(([key, value]) => [key, translated(value)]))
}

function translated(value: unknown): unknown {
  if (typeof value === 'string') return pseudo(value)
  if (typeof value === 'object' && value !== null) return object(value)
  if (typeof value !== 'function') return value
  return (...parameters: unknown[]) => {
    const result: unknown = (value as (...parameters: unknown[]) => unknown)(...parameters)
    return typeof result === 'string' ? pseudo(result, ...parameters) : translated(result)
  }
}
