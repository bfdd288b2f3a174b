/** An entry of a calendar (RFC 5545). With `day` it lasts that whole day in any time zone. */
export type Entry = {
  uid: string
  /** increases whenever the entry changes */
  sequence: number
  /** ISO in UTC */
  changedAt: string
  when: { day: string } | { from: string; to: string }
  summary: string
  description?: string
  location: string
  url: string
  isForecast?: boolean
}
type Calendar = { name: string; entries: Entry[] }

const maxOctets = 75
const dayMs = 24 * 3_600_000
const minuteMs = 60_000

export function icsOf({ name, entries }: Calendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Waggle//Waggle//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT5M',
    'X-PUBLISHED-TTL:PT5M',
    ...entries.flatMap(eventOf),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function eventOf(entry: Entry): string[] {
  const { uid, sequence, changedAt, summary, description, location, url } = entry
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${utc(changedAt)}`,
    `LAST-MODIFIED:${utc(changedAt)}`,
    `SEQUENCE:${sequence}`,
    ...timesOf(entry),
    `SUMMARY:${escaped(summary)}`,
    ...(description === undefined ? [] : [`DESCRIPTION:${escaped(description)}`]),
    `LOCATION:${escaped(location)}`,
    `URL:${url}`,
    `STATUS:${entry.isForecast ? 'TENTATIVE' : 'CONFIRMED'}`,
    'END:VEVENT',
  ]
}

/**
 * `DTEND` is exclusive, so a day ends with the next day. It has to be later than `DTSTART`, so a
 * match that was decided at once takes a minute.
 */
function timesOf({ when }: Entry): string[] {
  if ('from' in when) {
    const least = new Date(Date.parse(when.from) + minuteMs).toISOString()
    return [`DTSTART:${utc(when.from)}`, `DTEND:${utc(when.to > least ? when.to : least)}`]
  }
  const next = new Date(Date.parse(when.day) + dayMs).toISOString().slice(0, 10)
  const [from, to] = [when.day, next].map((day) => day.replaceAll('-', ''))
  // A day of play does not make its whole day busy.
  return [`DTSTART;VALUE=DATE:${from}`, `DTEND;VALUE=DATE:${to}`, 'TRANSP:TRANSPARENT']
}

function utc(iso: string): string {
  return `${new Date(iso).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r\n|\r|\n/g, String.raw`\n`)
}

/** Folds at 75 octets without cutting a character; continuation lines begin with a space. */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  let octets = 0
  for (const letter of line) {
    const size = Buffer.byteLength(letter)
    if (octets + size > maxOctets) {
      parts.push(part)
      part = ' '
      octets = 1
    }
    part += letter
    octets += size
  }
  return [...parts, part].join('\r\n')
}
