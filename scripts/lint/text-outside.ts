// Finds text for people that is not in a catalogue and therefore cannot be translated: on screens of
// the console, and in what services answer to public pages, accounts and referees.
import { Visitor, parseSync } from 'vite'
import { isForTests } from './rooms.ts'
import type { Source } from './source.ts'

type Range = { start: number; end: number }
/** A text, or a template in which `{}` stands for each value. */
type Words = Range & { words: string }

/** Returns a sentence for each such text. */
export function textOutside(sources: Source[]): string[] {
  const known = new Set(sources.filter(({ file }) => isMessages.test(file)).flatMap(literalsIn))
  return sources.flatMap((source) => {
    if (isScreen(source.file)) return onScreen(source).map((words) => outside(source, words))
    if (!isAnswer(source.file)) return []
    return inAnswers(source)
      .filter((words) => !known.has(words) && !ignored.has(words))
      .map((words) => outside(source, words))
  })
}

function outside({ file }: Source, words: string): string {
  return `${file}: “${words}” belongs in the catalogue`
}

/** Files of the catalogue of the console. */
const isCatalogue = /\/core\/text\/|\/locales\//
const textAttribute =
  /^(aria-label|aria-description|title|alt|label|description|placeholder|summary)$/
const word = /\p{L}{2}/u
/** Matches text such as `Press again`, but not identifiers. */
const sentence = /^\p{Lu}\p{Ll}+ \p{L}/u

function isScreen(file: string): boolean {
  return /^console\/src\/.*\.tsx?$/.test(file) && !isForTests(file) && !isCatalogue.test(file)
}

function onScreen({ file, text }: Source): string[] {
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

/** The catalogue of services. */
const isMessages = /^events\/(messages\/en\/|refusals\.ts)/
/** Rooms whose responses those screens show, and the schemas that validate their input. */
const userFacing =
  /^services\/(account\/passwords|web\/(access|errors|http)\/|api\/(account|game|http|match|media|player)\/|api\/venue\/(device|pickup)|intake\/code-sign-in|api\/schema\/(?!summaries)[\w-]+\/(account|door|match|on-site|pickup|player|protest|registration|sign-in)\.)/
/** Not translated: organisers' screens, and errors that only programs can cause. */
const untranslatedFiles =
  /web\/access\/(admin-key|body-limits)|web\/http\/(body-parser|health|telemetry)|http\/(command-id|payment-scope|rate-limit|scope|scene-defaults|openapi)|player\/(csv|draft|payment-option|player-(changes|export|filters)|question|roster)|api\/account\/(api-key|oauth)|\.test\.ts$/
/** Matches text such as `Too long` or `{} has started`, but not identifiers. */
const answer = /^\p{Lu}\p{Ll}*,? [\p{L}{]|^\{\} \p{L}/u
/** Sentences for organisers or programs, and parts of sentences. */
const ignored = new Set([
  'Send either a person or an e-mail address',
  'Send JSON with content-type application/json',
  'The body is not JSON',
  'The body is too large',
  'Field description is required',
  'Each choice needs a label',
  'Stripe needs to be configured before payments can be accepted.',
  'Registration needs to be enabled before payments can be accepted.',
  'The connection closed while the request was waiting. Try again.',
  'Invalid input',
  'Too big: expected string',
])

function isAnswer(file: string): boolean {
  return userFacing.test(file) && !untranslatedFiles.test(file)
}

/** A refusal's code is in the same function as its text. */
function inAnswers({ file, text }: Source): string[] {
  const { functions, found } = parsed({ file, text })
  return found
    .filter(({ words }) => answer.test(words))
    .filter((at) => {
      const around = functions.filter(({ start, end }) => start < at.start && at.start < end)
      const inner = around.toSorted((a, b) => a.end - a.start - (b.end - b.start))[0]
      return inner === undefined || !/\bcode[:,]/.test(text.slice(inner.start, inner.end))
    })
    .map(({ words }) => words)
}

/** With `{}` for each argument. */
function literalsIn(source: Source): string[] {
  return parsed(source).found.map(({ words }) => words.replaceAll(/\{[^}]*\}/g, '{}'))
}

function parsed({ file, text }: Source): { functions: Range[]; found: Words[] } {
  const functions: Range[] = []
  const found: Words[] = []
  const note = ({ start, end }: Range) => void functions.push({ start, end })
  new Visitor({
    FunctionDeclaration: note,
    ArrowFunctionExpression: note,
    Literal({ start, end, value }) {
      if (typeof value === 'string') found.push({ start, end, words: value })
    },
    TemplateLiteral({ start, end, quasis }) {
      const words = quasis.map(({ value }) => value.cooked ?? '').join('{}')
      found.push({ start, end, words })
    },
  }).visit(parseSync(file, text).program)
  return { functions, found }
}
