// What services say to people on public, account and referee's screens, and no language says.
import { Visitor, parseSync } from 'vite'
import type { Source } from './index.ts'

/** Rooms whose answers those screens show, and the schemas that check what is typed there. */
const toPeople =
  /^services\/(account\/passwords|web\/(access|errors|http)\/|api\/(account|game|http|match|media|player)\/|api\/venue\/(device|pickup)|intake\/code-sign-in|api\/schema\/(account|door|match|on-site|pickup|player|protest|registration|sign-in)\.)/
/** Organising stays English, and so does what only a program can get wrong. */
const toOthers =
  /web\/access\/(admin-key|body-limits)|web\/http\/(casing|telemetry)|http\/(command-id|rate-limit|scope|scene-defaults|openapi)|player\/(csv|draft|payment-|player-(changes|export|filters)|question|roster)|api\/account\/(api-key|oauth)|\.test\.ts$/
/** `Too long`, `{} has started`: what only the program reads is no sentence. */
const sentence = /^\p{Lu}\p{Ll}* [\p{L}{]|^\{\} \p{L}/u
const list = 'console/src/locales/sentences.ts'
/** Of organisers, of programs, or a part of a sentence. */
const unseen = new Set([
  'A person or an e-mail',
  'Send JSON with content-type application/json',
  'The body is not JSON',
  'The body is too large',
  'Field description is required',
  'Each choice needs a label',
  'Stripe needs to be configured before payments can be accepted.',
  'Registration needs to be enabled before payments can be accepted.',
  'Gone while it waited. Send the same again.',
  'Invalid input',
  'Too big: expected string',
  '{} s',
  '{} minutes',
])

/** A line for each sentence that has neither a code beside it nor a translation. */
export function untranslated(sources: Source[]): string[] {
  const known = new Set(
    sources.filter(({ file }) => file === list).flatMap((one) => literalsIn(one).map(wordsOf)),
  )
  const isKnown = (words: string) =>
    [words, words.replaceAll('{}', '{#}')].some((one) => known.has(one))
  return sources
    .filter(({ file }) => toPeople.test(file) && !toOthers.test(file))
    .flatMap((source) =>
      literalsIn(source)
        .filter((each) => sentence.test(each.words) && !each.hasCode)
        .map(wordsOf)
        .filter((words) => !isKnown(words) && !unseen.has(words))
        .map((words) => `${source.file}: “${words}” needs a code, or a line of ${list}`),
    )
}

type Said = { words: string; hasCode: boolean }
type Range = { start: number; end: number }

function wordsOf({ words }: Said): string {
  return words
}

/** Texts; what a template puts in is `{}`. A refusal's code is said in the function of its text. */
function literalsIn({ file, text }: Source): Said[] {
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
