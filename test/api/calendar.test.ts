// Calendars of a scene and a team, as a calendar program reads them.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { estimatesAt } from '#events/estimate/estimates-at.ts'
import { publishedOf } from '#services/store/estimates.ts'
import { newSampleTournament, expectOk, startTwoScenes } from '../support/two-scenes.ts'
import type { SampleTournament, TwoScenes } from '../support/two-scenes.ts'

let fixture: TwoScenes
let sample: SampleTournament
const t = '/api/tournament'
beforeAll(async () => {
  fixture = await startTwoScenes()
  sample = await newSampleTournament(fixture)
})
afterAll(() => fixture?.app.stop())

async function read(path: string) {
  const { text, headers } = await expectOk(
    fixture.call('anonymous', 'GET', `${t}/${path}/calendar.ics`),
  )
  expect(headers['content-type']).toBe('text/calendar; charset=utf-8')
  expect(text).toMatch(/^BEGIN:VCALENDAR\r\n[^]*\r\nEND:VCALENDAR\r\n$/)
  return text.replaceAll('\r\n ', '').split('\r\n')
}
const valuesOf = (lines: string[], name: string) =>
  lines.flatMap((line) => (line.startsWith(name) ? [line.slice(name.length)] : []))

test('the calendar of a scene has its tournaments; a change keeps the UID and raises the sequence', async () => {
  const before = await read(`scene/${fixture.scene}`)
  expect(valuesOf(before, 'SUMMARY:')).toEqual(['Friday'])
  expect(valuesOf(before, 'DTSTART;VALUE=DATE:')).toEqual(['20260102'])
  const later = { body: { name: 'Friday, late; again', date: '2026-01-09' } }
  await expectOk(fixture.call('key', 'PATCH', `${t}/tournament/${sample.tournament}/`, later))
  const after = await read(`scene/${fixture.scene}`)
  expect(valuesOf(after, 'DTSTART;VALUE=DATE:')).toEqual(['20260109'])
  expect(valuesOf(after, 'SUMMARY:')).toEqual([String.raw`Friday\, late\; again`])
  expect(valuesOf(after, 'UID:')).toEqual(valuesOf(before, 'UID:'))
  const [was, is] = [before, after].map((lines) => Number(valuesOf(lines, 'SEQUENCE:')[0]))
  expect(is).toBeGreaterThan(was!)
  expect(await read(`scene/${fixture.otherScene}`)).not.toContain('BEGIN:VEVENT')
  expect((await fixture.call('anonymous', 'GET', `${t}/scene/999999/calendar.ics`)).status).toBe(
    404,
  )
})

test('an unchanged calendar is not sent again; points of the evening do not change its day', async () => {
  const url = `${t}/scene/${fixture.scene}/calendar.ics`
  const dayLines = async () => {
    const lines = await read(`scene/${fixture.scene}`)
    return ['SEQUENCE:', 'DTSTAMP:', 'LAST-MODIFIED:', 'LOCATION:'].map(
      (name) => valuesOf(lines, name)[0],
    )
  }
  const { headers } = await expectOk(fixture.call('anonymous', 'GET', url))
  const before = await dayLines()
  const score = { body: { blueScore: 1 } }
  await expectOk(fixture.call('key', 'PATCH', `${t}/match/${sample.otherMatch}/`, score))
  expect(await dayLines()).toEqual(before)
  expect(before[3]).toBe('Here')
  const again = await fixture.call('anonymous', 'GET', url, {
    headers: { 'if-none-match': String(headers['etag']) },
  })
  expect([again.status, again.text]).toEqual([304, ''])
})

test('the calendar of a team has its matches: estimates until they are played, then the actual times', async () => {
  const { db } = fixture.app.store
  const match = await db
    .selectFrom('view.match')
    .select(['blueTeam', 'matchNum'])
    .where('id', '=', sample.match)
    .executeTakeFirstOrThrow()
  const team = match.blueTeam!
  const matches = async () => {
    const lines = await read(`team/${team}`)
    return valuesOf(lines, 'UID:').filter((uid) => uid.startsWith('match-'))
  }
  const queued = { body: { matches: [sample.match] } }
  await expectOk(fixture.call('key', 'PUT', `${t}/queue/${sample.queue}/set-queue/`, queued))
  await expect.poll(async () => (await matches()).length).toBeGreaterThan(0)
  const forecast = await read(`team/${team}`)
  expect(valuesOf(forecast, 'STATUS:')).toContain('TENTATIVE')
  const own = (await matches()).find((uid) => uid.startsWith(`match-${sample.match}@`))
  expect(own).toBeDefined()
  const setDate = (date: string) =>
    expectOk(
      fixture.call('key', 'PATCH', `${t}/tournament/${sample.tournament}/`, { body: { date } }),
    )
  // Before its day, estimates are computed as if play began now: no page shows them.
  await setDate('2999-01-09')
  expect(await matches()).toEqual([])
  await setDate('2026-01-09')
  const started = { body: { cabinet: fixture.cabinet } }
  await expectOk(fixture.call('key', 'PUT', `${t}/match/${sample.match}/start/`, started))
  const score = { body: { blueScore: 2, goldScore: 1 } }
  await expectOk(fixture.call('key', 'PATCH', `${t}/match/${sample.match}/`, score))
  await expectOk(fixture.call('key', 'PUT', `${t}/match/${sample.match}/complete/`))
  const row = await db
    .selectFrom('view.match')
    .select(['startedAt', 'completedAt'])
    .where('id', '=', sample.match)
    .executeTakeFirstOrThrow()
  const played = await read(`team/${team}`)
  const at = played.indexOf(`UID:${own}`)
  expect(played.slice(at, at + 10)).toEqual(
    expect.arrayContaining([
      `DTSTART:${utcOf(row.startedAt!)}`,
      // It was decided at once, and an entry ends after it begins.
      `DTEND:${utcOf(new Date(Date.parse(row.startedAt!) + 60_000).toISOString())}`,
      'STATUS:CONFIRMED',
      expect.stringMatching(/^SUMMARY:M\d+ .+ v .+ · Friday/),
    ]),
  )
  const sequenceOf = (lines: string[]) => {
    const entry = lines.slice(lines.indexOf(`UID:${own}`))
    return Number(valuesOf(entry, 'SEQUENCE:')[0])
  }
  await expectOk(fixture.call('key', 'PUT', `${t}/match/${sample.match}/reopen/`))
  expect(sequenceOf(await read(`team/${team}`))).toBeGreaterThanOrEqual(sequenceOf(played))
  expect((await fixture.call('anonymous', 'GET', `${t}/team/999999/calendar.ics`)).status).toBe(404)
})

/** Queues two matches of a team and stores estimates by which the first should have begun. */
async function withOverdueMatch() {
  const { store } = fixture.app
  const { tournament, teams, queue } = sample
  const matches = await store.db
    .selectFrom('view.match')
    .select('id')
    .where('tournament', '=', tournament)
    .where('startedAt', 'is', null)
    .where((eb) => eb.or([eb('blueTeam', '=', teams[0]!), eb('goldTeam', '=', teams[0]!)]))
    .orderBy('id')
    .execute()
  const [first, second] = matches.map(({ id }) => id)
  const queued = { body: { matches: [first, second] } }
  await expectOk(fixture.call('key', 'PUT', `${t}/queue/${queue}/set-queue/`, queued))
  await expect.poll(() => publishedOf(store, tournament)).not.toBeNull()
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const estimate = (match: number, minutes: number) => {
    const times = { from: inMinutes(minutes), to: inMinutes(minutes + 5) }
    return { match, ...times, publishedAt: inMinutes(-60), plan: null }
  }
  const published = (await publishedOf(store, tournament))!
  const estimates = {
    ...published.estimates,
    asOf: inMinutes(-60),
    begun: true,
    end: estimate(second!, 30),
    matches: [estimate(first!, -30), estimate(second!, 10)],
  }
  // No projector replaces estimates with older ones.
  await store.db
    .updateTable('kept.estimate')
    .set({ asOf: '2999-01-01', published: JSON.stringify({ ...published, estimates }) })
    .where('tournament', '=', tournament)
    .execute()
  const entries = async () => {
    const lines = await read(`team/${teams[0]}`)
    return [first, second].map((match) =>
      lines.slice(lines.findIndex((line) => line.startsWith(`UID:match-${match}@`))),
    )
  }
  return { estimates, entries, ids: [first!, second!] as const }
}

test('R-ETA-1: an overdue match moves the others in a calendar as it does on the pages', async () => {
  const { estimates, entries, ids } = await withOverdueMatch()
  const byMatch = Object.fromEntries(estimates.matches.map((one) => [one.match, one]))
  const onPages = (nowMs: number) => {
    const shown = estimatesAt({ ...estimates, matches: byMatch }, nowMs).matches
    return ids.map((match) => utcOf(shown[match]!.from))
  }
  const before = Date.now()
  const starts = (await entries()).map((lines) => valuesOf(lines, 'DTSTART:')[0])
  expect([onPages(before), onPages(Date.now())]).toContainEqual(starts)
})

test('R-ETA-1: a match that moves only because time passes raises its sequence in a calendar', async () => {
  const { entries: readEntries } = await withOverdueMatch()
  const realMs = Date.now()
  const at = async (seconds: number) => {
    vi.setSystemTime(realMs + seconds * 1_000)
    const [, second] = await readEntries()
    const value = (name: string) => valuesOf(second!, name)[0]!
    return {
      start: value('DTSTART:'),
      sequence: Number(value('SEQUENCE:')),
      stamps: [value('DTSTAMP:'), value('LAST-MODIFIED:')],
    }
  }
  const keyOf = (entry: Awaited<ReturnType<typeof at>>) => JSON.stringify(entry)
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const entries = []
    for (let seconds = 0; seconds <= 1_200; seconds += 60) {
      entries.push(await at(seconds))
      const [stamp, modified] = entries.at(-1)!.stamps
      expect(stamp).toBe(modified)
      expect(stamp! <= utcOf(new Date().toISOString())).toBe(true)
    }
    const byStart = Map.groupBy(entries, ({ start }) => start)
    expect(byStart.size).toBeGreaterThan(3)
    // Each change of the start raises the sequence; in between nothing about the entry changes.
    const versions = [...byStart.values()].map((same) => [...new Set(same.map(keyOf))])
    expect(versions.filter((keys) => keys.length > 1)).toEqual([])
    const sequences = [...byStart.values()].map(([first]) => first!.sequence)
    expect(sequences).toEqual([...new Set(sequences)].toSorted((one, two) => one - two))
  } finally {
    vi.useRealTimers()
  }
})

const utcOf = (iso: string) => `${iso.slice(0, 19).replaceAll(/[-:]/g, '')}Z`
