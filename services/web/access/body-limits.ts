import type { FastifyContextConfig } from 'fastify'
import { maxZipBytes } from '#events/rules/limits.ts'
import { accessLevelOf } from './access.ts'
import { Rejection } from '../errors/rejection.ts'

/**
 * Limits of one body: `bytes` bounds what is read, `values` and `depth` bound the work of parsing,
 * validating and hashing it, so that no body blocks the event loop (P15).
 */
type BodyLimits = { bytes: number; values: number; depth: number }

const kibibyte = 1024
const depth = 16
/** Requests without a session are short: a sign-in, a code, the name of a screen. */
const anonymous: BodyLimits = { bytes: 16 * kibibyte, values: 500, depth }
/**
 * The largest legitimate body is a queue of 5,000 matches with the order that the sender expects.
 */
const signedIn: BodyLimits = { bytes: 256 * kibibyte, values: 12_000, depth }
/** For routes that accept an inline picture. */
const withPicture: BodyLimits = { ...signedIn, bytes: 1024 * kibibyte }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** the body may contain an inline picture */
    takesPicture?: boolean
    /** the body is a ZIP file */
    takesZip?: boolean
    /** the body is a bracket of another site */
    takesBracket?: boolean
    /** the body may be form-encoded */
    takesForm?: boolean
  }
}

/** A bracket in JSON: 64 teams take 250 KiB at Challonge; a round robin takes more. */
const bracket: BodyLimits = { ...signedIn, bytes: 2048 * kibibyte }
const zip: BodyLimits = { ...signedIn, bytes: maxZipBytes }

export function bodyLimitsOf(config: FastifyContextConfig): BodyLimits {
  const { access, takesPicture, takesZip, takesBracket } = config
  if (takesZip) return zip
  if (takesBracket) return bracket
  const who = access ? accessLevelOf(access) : 'everyone'
  if (who === 'everyone' || who === 'cabinet') return anonymous
  return takesPicture ? withPicture : signedIn
}

/** Refuses JSON that exceeds the limits, without parsing it. */
export function refuseOversized(text: string, limits: BodyLimits): void {
  const { values, depth } = jsonSize(text, limits)
  if (depth > limits.depth) throw new Rejection(400, { detail: 'The body is nested too deeply' })
  if (values > limits.values) {
    const detail = `The body contains more than ${limits.values} values`
    throw new Rejection(413, { detail })
  }
}

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const opening = new Set([0x5b, 0x7b])
const closing = new Set([0x5d, 0x7d])

/** Counts values and depth up to the limits; `read` is the number of characters examined. */
export function jsonSize(text: string, limits: Pick<BodyLimits, 'values' | 'depth'>) {
  let values = 1
  let deepest = 0
  let open = 0
  let at = 0
  for (; at < text.length && values <= limits.values && deepest <= limits.depth; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === comma) values++
    else if (opening.has(code)) {
      values++
      deepest = Math.max(deepest, ++open)
    } else if (closing.has(code)) open--
  }
  return { values, depth: deepest, read: Math.min(at, text.length) }
}

/** The position of the quote that ends the string which begins at `from`. */
function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes++
    if (slashes % 2 === 0) return end
  }
  return text.length
}
