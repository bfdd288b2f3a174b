// Finds sentences from services on public, account and referee's screens that have no translation.
import { Visitor, parseSync } from 'vite'
import type { Source } from './index.ts'

/** Rooms whose responses those screens show, and the schemas that validate their input. */
const userFacing =
  /^services\/(account\/passwords|web\/(access|errors|http)\/|api\/(account|game|http|match|media|player)\/|api\/venue\/(device|pickup)|intake\/code-sign-in|api\/schema\/(account|door|match|on-site|pickup|player|protest|registration|sign-in)\.)/
/** Not translated: organisers' screens, and errors that only programs can cause. */
const untranslatedFiles =
  /web\/access\/(admin-key|body-limits)|web\/http\/(body-parser|health|telemetry)|http\/(command-id|payment-scope|rate-limit|scope|scene-defaults|openapi)|player\/(csv|draft|payment-option|player-(changes|export|filters)|question|roster)|api\/account\/(api-key|oauth)|\.test\.ts$/
/** Matches text such as `Too long` or `{} has started`, but not identifiers. */
const sentence = /^\p{Lu}\p{Ll}*,? [\p{L}{]|^\{\} \p{L}/u
const list = 'console/src/locales/sentences.ts'
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
  '{} s',
  '{} minutes',
])

/** Returns a line for each sentence that has neither a code nor a translation. */
export function untranslated(sources: Source[]): string[] {
  const known = new Set(
    sources.filter(({ file }) => file === list).flatMap((one) => literalsIn(one).map(wordsOf)),
  )
  const isKnown = (words: string) =>
    [words, words.replaceAll('{}', '{#}')].some((one) => known.has(one))
  return sources
    .filter(({ file }) => userFacing.test(file) && !untranslatedFiles.test(file))
    .flatMap((source) =>
      literalsIn(source)
        .filter((each) => sentence.test(each.words) && !each.hasCode)
        .map(wordsOf)
        .filter((words) => !isKnown(words) && !ignored.has(words))
        .map((words) => `${source.file}: “${words}” needs a code, or a line of ${list}`),
    )
}

type Literal = { words: string; hasCode: boolean }
type Range = { start: number; end: number }

function wordsOf({ words }: Literal): string {
  return words
}

/**
 * All texts; template placeholders become `{}`. A refusal's code is in the same function as its
 * text.
 */
function literalsIn({ file, text }: Source): Literal[] {
  const functions: Range[] = []
  const found: [at: number, words: string][] = []
  const note = ({ start, end }: Range) => void functions.push({ start, end })
  new Visitor({
    FunctionDeclaration: note,
    ArrowFunctionExpression: note,
    Literal({ start, value }) {
      if (typeof value === 'string') found.push([start, value])
    },
    TemplateLiteral({ start, quasis }) {
      found.push([start, quasis.map(({ value }) => value.cooked ?? '').join('{}')])
    },
  }).visit(parseSync(file, text).program)
  return found.map(([at, words]) => {
    const around = functions.filter(({ start, end }) => start < at && at < end)
    const inner = around.toSorted((a, b) => a.end - a.start - (b.end - b.start))[0]
    return {
      words,
      hasCode: inner !== undefined && /\bcode[:,]/.test(text.slice(inner.start, inner.end)),
    }
  })
}
