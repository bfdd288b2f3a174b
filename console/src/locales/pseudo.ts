import type { Language } from '../core/text/catalogue.ts'

// No language: every English text with accents, in brackets and longer by 40 %. What does not look
// so was not taken from the catalogue, and what does not fit would not fit in German either.

const plain = 'aceinosuyzACEINOSUYZ'
const accented = 'åçéîñöšûýžÅÇÉÎÑÖŠÛÝŽ'
const longerBy = 0.4

export const language: Language = { partOf: (_, english) => object(english), said: pseudo }
export default language

/** What a text was given, such as names, stays as it is and makes it no longer. */
export function pseudo(english: string, ...given: unknown[]): string {
  const names = given
    .flat()
    .map(String)
    .filter((name) => name.length > 1)
  const pieces = [english].flatMap((whole) => split(whole, names))
  const own = pieces.filter((piece) => !names.includes(piece)).join('')
  if (!/[a-z]/i.test(own)) return english
  const longer = Math.max(0, Math.ceil(own.length * longerBy) - 2)
  const more = ' ·····'.repeat(Math.ceil(longer / 6)).slice(0, longer)
  return `[${pieces.map((piece) => (names.includes(piece) ? piece : accents(piece))).join('')}${more}]`
}

function split(whole: string, names: string[]): string[] {
  const [name, ...others] = names
  if (name === undefined) return [whole]
  const around = whole.split(name)
  return around.flatMap((piece, index) => [...(index > 0 ? [name] : []), ...split(piece, others)])
}

function accents(words: string): string {
  return words.replace(/./gu, (sign) => accented[plain.indexOf(sign)] ?? sign)
}

function object(english: object): object {
  return Object.fromEntries(Object.entries(english).map(([key, value]) => [key, own(value)]))
}

function own(value: unknown): unknown {
  if (typeof value === 'string') return pseudo(value)
  if (typeof value === 'object' && value !== null) return object(value)
  if (typeof value !== 'function') return value
  return (...given: unknown[]) => {
    const made: unknown = (value as (...given: unknown[]) => unknown)(...given)
    return typeof made === 'string' ? pseudo(made, ...given) : own(made)
  }
}
