import { toPlainLine, textOf } from './text.ts'

/** Title and image as stated by the page; the image's address is not checked yet. */
type PageMeta = { title: string; image: string | null }

/**
 * Reads `og:title`, `og:image` and `<title>`. It visits each character once, so that a malicious
 * page cannot make it slow.
 */
export function describe(html: string): PageMeta {
  const meta = new Map<string, string>()
  const add = (name: string, value: string) => {
    const text = textOf(value).trim()
    if (text !== '' && !meta.has(name)) meta.set(name, text)
  }
  for (const { name, attributes, content } of tagsOf(html)) {
    if (name === 'title') add('title', content)
    if (name !== 'meta') continue
    const property = attributes.get('property') ?? attributes.get('name') ?? ''
    add(property.trim().toLowerCase(), attributes.get('content') ?? '')
  }
  const title = toPlainLine(meta.get('og:title') ?? meta.get('title') ?? '')
  const image = meta.get('og:image') ?? meta.get('og:image:url') ?? null
  return { title, image: image ?? meta.get('og:image:secure_url') ?? null }
}

type Tag = { name: string; attributes: Map<string, string>; content: string }

/** Elements whose content browsers treat as text. */
const opaque = new Set(['title', 'script', 'style', 'textarea', 'noscript', 'xmp', 'iframe'])

function* tagsOf(html: string): Generator<Tag> {
  // Lower-cases only ASCII letters, because others may change the length.
  const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  let at = 0
  while ((at = lower.indexOf('<', at)) >= 0) {
    if (lower.startsWith('<!--', at)) {
      at = after(lower, '-->', at + 2)
    } else if (!isLetter(lower.charCodeAt(at + 1))) {
      at = '!/?'.includes(lower.charAt(at + 1)) ? after(lower, '>', at + 1) : at + 1
    } else {
      const { name, attributes, end } = readTag(html, lower, at + 1)
      const close = opaque.has(name) ? before(lower, `</${name}`, end) : end
      yield { name, attributes, content: html.slice(end, close) }
      at = close
    }
  }
}

function readTag(html: string, lower: string, from: number) {
  const attributes = new Map<string, string>()
  let at = skip(lower, from, isNameChar)
  const name = lower.slice(from, at)
  while (at < lower.length && lower[at] !== '>') {
    at = skip(lower, at, isSeparator)
    const start = at
    at = skip(lower, at, isAttributeChar)
    const key = lower.slice(start, at)
    at = skip(lower, at, isSpace)
    if (lower[at] !== '=') {
      // Skips a stray character, so that the loop terminates.
      if (key === '' && lower[at] !== '>') at++
      continue
    }
    const value = readValue(html, skip(lower, at + 1, isSpace))
    if (!attributes.has(key)) attributes.set(key, value.text)
    at = value.end
  }
  return { name, attributes, end: Math.min(at + 1, lower.length) }
}

function readValue(html: string, from: number): { text: string; end: number } {
  const quote = html[from]
  if (quote === '"' || quote === "'") {
    const end = before(html, quote, from + 1)
    return { text: html.slice(from + 1, end), end: Math.min(end + 1, html.length) }
  }
  const end = skip(html, from, (letter) => !isSpace(letter) && letter !== '>')
  return { text: html.slice(from, end), end }
}

type CharTest = (letter: string) => boolean
const isSpace: CharTest = (letter) => ' \t\n\r\f'.includes(letter)
const isSeparator: CharTest = (letter) => isSpace(letter) || letter === '/'
const isNameChar: CharTest = (letter) => !isSeparator(letter) && letter !== '>'
const isAttributeChar: CharTest = (letter) => isNameChar(letter) && letter !== '='

function isLetter(code: number): boolean {
  return code >= 97 && code <= 122
}

function skip(text: string, from: number, matches: CharTest): number {
  let at = from
  while (at < text.length && matches(text.charAt(at))) at++
  return at
}

function before(text: string, pattern: string, from: number): number {
  const at = text.indexOf(pattern, from)
  return at < 0 ? text.length : at
}

function after(text: string, pattern: string, from: number): number {
  return Math.min(before(text, pattern, from) + pattern.length, text.length)
}
