import { plain, textOf } from './text.ts'

/** What a page says of itself; no picture here is checked yet. */
type PageMeta = { title: string; image: string | null }

/**
 * Reads `og:title`, `og:image` and `<title>`, by looking at each character once: a page that is
 * made to be slow to read is not.
 */
export function describe(html: string): PageMeta {
  const found = new Map<string, string>()
  const keep = (name: string, value: string) => {
    const text = textOf(value).trim()
    if (text !== '' && !found.has(name)) found.set(name, text)
  }
  for (const { name, attributes, content } of tagsOf(html)) {
    if (name === 'title') keep('title', content)
    if (name !== 'meta') continue
    const property = attributes.get('property') ?? attributes.get('name') ?? ''
    keep(property.trim().toLowerCase(), attributes.get('content') ?? '')
  }
  const title = plain(found.get('og:title') ?? found.get('title') ?? '')
  const image = found.get('og:image') ?? found.get('og:image:url') ?? null
  return { title, image: image ?? found.get('og:image:secure_url') ?? null }
}

type Tag = { name: string; attributes: Map<string, string>; content: string }

/** Elements whose content is text to a browser, whatever it looks like. */
const opaque = new Set(['title', 'script', 'style', 'textarea', 'noscript', 'xmp', 'iframe'])

function* tagsOf(html: string): Generator<Tag> {
  // Lower case without changing the length, which letters outside ASCII might.
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
  let at = skip(lower, from, isOfName)
  const name = lower.slice(from, at)
  while (at < lower.length && lower[at] !== '>') {
    at = skip(lower, at, isBetween)
    const start = at
    at = skip(lower, at, isOfAttribute)
    const key = lower.slice(start, at)
    at = skip(lower, at, isSpace)
    if (lower[at] !== '=') {
      // A stray character is none of a name: passed over, so that this comes to an end.
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
const isBetween: CharTest = (letter) => isSpace(letter) || letter === '/'
const isOfName: CharTest = (letter) => !isBetween(letter) && letter !== '>'
const isOfAttribute: CharTest = (letter) => isOfName(letter) && letter !== '='

function isLetter(code: number): boolean {
  return code >= 97 && code <= 122
}

function skip(text: string, from: number, is: CharTest): number {
  let at = from
  while (at < text.length && is(text.charAt(at))) at++
  return at
}

function before(text: string, what: string, from: number): number {
  const at = text.indexOf(what, from)
  return at < 0 ? text.length : at
}

function after(text: string, what: string, from: number): number {
  return Math.min(before(text, what, from) + what.length, text.length)
}
