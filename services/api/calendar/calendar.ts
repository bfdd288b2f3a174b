// Calendars that phones subscribe to: the tournaments of a scene, and the matches of a team, played
// or forecast.
import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { estimatesAt, startMovesAt } from '#events/estimate/estimates-at.ts'
import type { Published } from '#events/estimate/publish.ts'
import { publishedOf } from '../../store/estimates.ts'
import type { Store } from '../../store/index.ts'
import { notFound } from '../../web/index.ts'
import type { TeamId, TournamentId } from '#events/ids.ts'
import type { Context } from '../http/context.ts'
import { route, publicRead } from '../http/route.ts'

const maxOctets = 75
const dayMs = 24 * 3_600_000
const minuteMs = 60_000

const maxTournaments = 500
const matchMs = 15 * 60_000
/** Sequences are seconds since then, so that they fit into the 32 bits of a calendar until 2092. */
const sequenceEpochMs = Date.parse('2024-01-01T00:00:00Z')

export function calendarRoutes({ web, store }: Context): void {
  route(web, 'GET /api/tournament/scene/:id/calendar.ics', publicRead, async (request, reply) => {
    const scene = await store.db
      .selectFrom('kept.scene')
      .select(['id', 'displayName'])
      .where('id', '=', request.params.id)
      .executeTakeFirstOrThrow(notFound)
    const tournaments = days(store).where('view.tournament.scene', '=', scene.id)
    const rows = await tournaments
      .orderBy('view.tournament.id', 'desc')
      .limit(maxTournaments)
      .execute()
    const entries = rows.map((row) => dayOf(row, request))
    return send(request, reply, { name: scene.displayName, entries })
  })

  route(web, 'GET /api/tournament/team/:id/calendar.ics', publicRead, async (request, reply) => {
    const team = await store.db
      .selectFrom('view.team')
      .selectAll()
      .where('id', '=', request.params.id)
      .executeTakeFirstOrThrow(notFound)
    const day = days(store).where('view.tournament.id', '=', team.tournament)
    const row = await day.executeTakeFirst()
    const entries = row
      ? [dayOf(row, request), ...(await matchesOf(store, team, row, request))]
      : []
    return send(request, reply, { name: team.name, entries })
  })
}

/** Phones ask every few minutes; an unchanged calendar is not sent again. */
function send(
  request: FastifyRequest,
  reply: FastifyReply,
  calendar: Parameters<typeof icsOf>[0],
): string | FastifyReply {
  const text = icsOf(calendar)
  const etag = `"${hash('sha256', text).slice(0, 32)}"`
  reply.header('cache-control', 'public, max-age=60').header('etag', etag)
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  reply.type('text/calendar; charset=utf-8')
  return text
}

function days({ db }: Store) {
  return db
    .selectFrom('view.tournament')
    .innerJoin('kept.scene', 'kept.scene.id', 'view.tournament.scene')
    .innerJoin('kept.witness', (join) =>
      join
        .onRef('kept.witness.tournament', '=', 'view.tournament.id')
        .onRef('kept.witness.version', '=', 'view.tournament.detailsVersion'),
    )
    .innerJoin('view.change', 'view.change.tournament', 'view.tournament.id')
    .innerJoin('view.tournamentVersion', (join) =>
      join
        .onRef('view.tournamentVersion.tournament', '=', 'view.tournament.id')
        .onRef('view.tournamentVersion.version', '=', 'view.change.version'),
    )
    .select(['view.tournament.id', 'view.tournament.name', 'view.tournament.slug'])
    .select(['view.tournament.date', 'kept.scene.name as sceneSlug'])
    .select(['kept.scene.displayName as sceneName', 'view.tournament.detailsVersion'])
    .select(({ ref }) => ref('kept.witness.commit', '->>').key('at').as('detailsAt'))
    .select('view.change.frame')
}

type Day = Awaited<ReturnType<ReturnType<typeof days>['executeTakeFirstOrThrow']>>

/** Its stamp and sequence change only with what it shows, not with every point of the evening. */
function dayOf(
  { id, name, slug, date, sceneSlug, sceneName, detailsVersion, detailsAt }: Day,
  request: FastifyRequest,
) {
  return {
    uid: `tournament-${id}@${request.hostname}`,
    sequence: detailsVersion,
    changedAt: detailsAt,
    when: { day: date.slice(0, 10) },
    summary: name,
    location: sceneName,
    url: `${originOf(request)}/t/${sceneSlug}/${slug}`,
  } satisfies Entry
}

/** Played matches at their real times, and future ones at their forecast times, as on the pages. */
async function matchesOf(
  store: Store,
  { id: team, tournament }: { id: TeamId; tournament: TournamentId },
  day: Day,
  request: FastifyRequest,
): Promise<Entry[]> {
  const published = await publishedOf(store, tournament)
  const forecast = published ? forecastOf(published, day.date) : {}
  const publishedAt = latestOf(day.frame.at, published?.estimates.asOf)
  const rows = await store.db
    .selectFrom('view.match')
    .leftJoin('view.team as blue', 'blue.id', 'view.match.blueTeam')
    .leftJoin('view.team as gold', 'gold.id', 'view.match.goldTeam')
    .select(['view.match.id', 'view.match.matchNum', 'view.match.startedAt'])
    .leftJoin('kept.cabinet', 'kept.cabinet.id', 'view.match.activeCabinet')
    .select(['view.match.completedAt', 'blue.name as blue', 'gold.name as gold'])
    .select('kept.cabinet.displayName as cabinet')
    .where('view.match.tournament', '=', tournament)
    .where((eb) =>
      eb.or([eb('view.match.blueTeam', '=', team), eb('view.match.goldTeam', '=', team)]),
    )
    .orderBy('view.match.id')
    .execute()
  return rows.flatMap((row): Entry[] => {
    const start = row.startedAt === null ? forecast[row.id] : { from: row.startedAt, movedAt: null }
    if (start === undefined) return []
    const { from, movedAt } = start
    const changedAt = latestOf(publishedAt, movedAt)
    return [
      {
        uid: `match-${row.id}@${request.hostname}`,
        sequence: sequenceAt(changedAt),
        changedAt,
        when: { from, to: row.completedAt ?? new Date(Date.parse(from) + matchMs).toISOString() },
        summary: `M${row.matchNum} ${row.blue ?? '?'} v ${row.gold ?? '?'} · ${day.name}`,
        location: row.cabinet === null ? day.sceneName : `${row.cabinet}, ${day.sceneName}`,
        url: `${originOf(request)}/tournament-team/${team}`,
        isForecast: row.startedAt === null,
      },
    ]
  })
}

/**
 * Calendars replace an entry only by one with a higher sequence, so it may never decrease, also when
 * a result is taken back or a team is renamed.
 */
function sequenceAt(iso: string): number {
  return Math.floor((Date.parse(iso) - sequenceEpochMs) / 1_000)
}

function latestOf(iso: string, other: string | null | undefined): string {
  return other && other > iso ? other : iso
}

function forecastOf({ estimates }: Published, date: string) {
  const matches = Object.fromEntries(estimates.matches.map((one) => [one.match, one]))
  const byMatch = { ...estimates, matches }
  const nowMs = Date.now()
  const shown = Object.values(estimatesAt(byMatch, nowMs, date).matches)
  const movedAt = startMovesAt(byMatch, nowMs)
  return Object.fromEntries(
    shown.map(({ match, from }) => [match, { from, movedAt: movedAt(match) }]),
  )
}

function originOf({ protocol, host }: FastifyRequest): string {
  return `${protocol}://${host}`
}

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
