// Finds screen text that is not from the catalogue and therefore cannot be translated.
import { Visitor, parseSync } from 'vite'
import { isForTests } from './rooms.ts'
import type { Source } from './index.ts'

/** Files of the catalogue. */
const isCatalogue = /(^|\/)core\/text\/|(^|[/-])text\.ts$|\/locales\//
const textAttribute =
  /^(aria-label|aria-description|title|alt|label|description|placeholder|summary)$/
const word = /\p{L}{2}/u
/** Matches text such as `Press again`, but not identifiers. */
const sentence = /^\p{Lu}\p{Ll}+ \p{L}/u

/** Returns a sentence for each such text. */
export function textOutside(sources: Source[]): string[] {
  const screens = sources.filter(({ file }) => {
    return /^console\/src\/.*\.tsx?$/.test(file) && !isForTests(file) && !isCatalogue.test(file)
  })
  return screens.flatMap(({ file, text }) =>
    textsIn(file, text).map((words) => `${file}: “${words}” belongs into the catalogue`),
  )
}

function textsIn(file: string, text: string): string[] {
  const found = new Map<number, string>()
  const errors: [number, number][] = []
  const add = (at: number, words: string, pattern: RegExp) => {
    if (pattern.test(words)) found.set(at, words.trim())
  }
  new Visitor({
    NewExpression({ start, end, callee }) {
      if (text.slice(callee.start, callee.end).endsWith('Error')) errors.push([start, end])
    },
    JSXText: ({ start, value }) => add(start, value, word),
    JSXAttribute({ name, value }) {
      const own = value?.type === 'Literal' && typeof value.value === 'string' ? value.value : ''
      if (textAttribute.test(text.slice(name.start, name.end)))
        add(value?.start ?? 0, own, /\p{Lu}\p{Ll}/u)
    },
    Literal({ start, value }) {
      if (typeof value === 'string') add(start, value, sentence)
    },
    TemplateElement: ({ start, value }) => add(start, value.cooked ?? '', sentence),
  }).visit(parseSync(file, text).program)
  const isThrown = (at: number) => errors.some(([start, end]) => at > start && at < end)
  return [...found].filter(([at]) => !isThrown(at)).map(([, words]) => words)
}
