import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Commit } from '../../events/schema/commit.ts'
import type { Roll } from '../../services/states/tiebreak-rolls.ts'
import { newEvent, ok, startHall } from '../support/two-scenes.ts'
import type { Body, Event, Hall } from '../support/two-scenes.ts'

const t = '/api/tournament'
let fixture: Hall
let dir: string
beforeAll(async () => {
  fixture = await startHall()
  dir = await mkdtemp(join(tmpdir(), 'waggle-log-'))
})
afterAll(async () => {
  await fixture?.rig.stop()
  await rm(dir, { recursive: true, force: true })
})

const press = (method: string, url: string, body: unknown = {}) =>
  ok(fixture.call('official', method, `${t}${url}`, { body }))

async function download(event: Event): Promise<string[]> {
  const url = `${t}/tournament/${event.tournament}/log/`
  const { text, headers } = await ok(fixture.call('official', 'GET', url))
  expect(headers['content-type']).toMatch('application/jsonl')
  expect(headers['content-disposition']).toMatch(/^attachment; filename="[\w-]+-commits\.jsonl"$/)
  return text.trimEnd().split('\n')
}

async function bracketOf({ bracket }: Event): Promise<Body> {
  return (await ok(fixture.call('anonymous', 'GET', `${t}/bracket/${bracket}/`))).body
}

async function playAll(event: Event): Promise<void> {
  for (const { id, isComplete } of (await bracketOf(event)).matches) {
    if (isComplete) continue
    await press('PATCH', `/match/${id}/`, { blueScore: 2, goldScore: 1 })
    await press('PUT', `/match/${id}/complete/`)
  }
}

let files = 0
async function check(lines: string[]): Promise<{ code: number; output: string }> {
  const file = join(dir, `${files++}.jsonl`)
  await writeFile(file, `${lines.join('\n')}\n`)
  const script = join(import.meta.dirname, '../../docs/check-log.mjs')
  return new Promise((resolve) => {
    execFile(process.execPath, [script, file], (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    )
  })
}

test('R-DI-5: anyone can verify the log of a tournament, and that the end of a stage is unchanged', async () => {
  const event = await newEvent(fixture)
  expect(await bracketOf(event)).toMatchObject({ completedVersion: null, completedChain: null })
  await playAll(event)
  const { completedVersion, completedChain } = await bracketOf(event)
  await press('PUT', `/match/${event.match}/annotate/`, { note: 'Seen' })
  expect(await bracketOf(event)).toMatchObject({ completedVersion, completedChain })

  const lines = await download(event)
  const commits = lines.map((line) => JSON.parse(line) as Commit)
  expect(commits.map(({ version }) => version)).toEqual(commits.map((_, index) => index + 1))
  expect(commits).toEqual(
    (await fixture.rig.log.load(event.tournament)).map(({ commit }) => commit),
  )
  expect(commits[completedVersion - 1]).toMatchObject({
    chain: completedChain,
    command: { type: 'CompleteMatch' },
  })
  const { code, output } = await check(lines)
  expect([code, output]).toEqual([0, expect.stringContaining(`${lines.length} commits of`)])
  expect(output).toContain(commits.at(-1)!.chain)
  expect(output).not.toContain('at their word')
})

test('R-DI-5: a stage that is reopened and completed again ends at the later commit', async () => {
  const event = await newEvent(fixture)
  await playAll(event)
  const first = await bracketOf(event)
  const reopened = await press('PUT', `/match/${event.match}/reopen/`)
  expect(await bracketOf(event)).toMatchObject({ completedVersion: null, completedChain: null })
  await press('PUT', `/tournament/${event.tournament}/undo/`, {
    version: Number(reopened.headers['x-version']),
  })
  const second = await bracketOf(event)
  expect(second.isComplete).toBe(true)
  expect(second.completedVersion).toBeGreaterThan(first.completedVersion)
  expect(second.completedChain).not.toBe(first.completedChain)
})

test('R-TB-7: the dice of a running stage are not in the download, and their hash matches later', async () => {
  const event = await newEvent(fixture)
  const before = await download(event)
  const hidden = before.map((line) => JSON.parse(line)).filter((one) => one.isWhole === false)
  expect(hidden).toHaveLength(1)
  expect(before.join('')).not.toContain('"dice"')
  const { code, output } = await check(before)
  expect([code, output]).toEqual([0, expect.stringContaining(`versions ${hidden[0].version}.`)])

  await playAll(event)
  const after = await download(event)
  expect(after.join('')).not.toContain('isWhole')
  const chains = (lines: string[]) => lines.map((line) => (JSON.parse(line) as Commit).chain)
  expect(chains(after).slice(0, before.length)).toEqual(chains(before))
  expect((await check(after)).code).toBe(0)
})

test('R-TB-7: of a running stage only the rolls that decide a place in its table are disclosed', async () => {
  const event = await newEvent(fixture)
  const url = `${t}/tournament/${event.tournament}/log/`
  const rolls = async (): Promise<Roll[]> =>
    (await ok(fixture.call('official', 'GET', `${url}rolls/`))).body.rolls
  const table = await ok(
    fixture.call('anonymous', 'GET', `${t}/tournament/${event.tournament}/standings/`),
  )
  const first = await rolls()
  const shown = new Set(JSON.stringify(table.body).match(/\b[0-9a-f]{64}\b/g))
  expect(first.length).toBeGreaterThan(1)
  for (const { bracket, roll } of first) {
    expect(bracket).toBe(event.bracket)
    expect(shown).toContain(roll)
  }

  // Teams that are no longer tied need no further rolls.
  for (const { id } of (await bracketOf(event)).matches.slice(0, 1)) {
    await press('PATCH', `/match/${id}/`, { blueScore: 2, goldScore: 1 })
    await press('PUT', `/match/${id}/complete/`)
  }
  expect(await rolls()).toEqual(first)
  for (const who of ['anonymous', 'player', 'otherAdmin'] as const) {
    expect([401, 403]).toContain((await fixture.call(who, 'GET', `${url}rolls/`)).status)
  }
})

test('the log can be read from a version', async () => {
  const event = await newEvent(fixture)
  const all = await download(event)
  const url = `${t}/tournament/${event.tournament}/log/?after=${all.length - 2}`
  const { text } = await ok(fixture.call('official', 'GET', url))
  expect(text.trimEnd().split('\n')).toEqual(all.slice(-2))
})

test('R-DI-5: the check names the first altered commit', async () => {
  const event = await newEvent(fixture)
  await playAll(event)
  const lines = await download(event)
  const alteredIndex = lines.findIndex((line) => line.includes('"MatchCompleted"'))
  const altered = (change: (commit: Record<string, unknown>) => unknown) =>
    lines.map((line, index) =>
      index === alteredIndex ? JSON.stringify(change(JSON.parse(line))) : line,
    )
  const alterations: [why: RegExp, lines: string[]][] = [
    [/has been altered/, altered((commit) => ({ ...commit, at: '2020-01-01T00:00:00.000Z' }))],
    [/has been altered/, altered((commit) => ({ ...commit, chain: 'f'.repeat(64) }))],
    [/its id is that of version 1/, altered((commit) => ({ ...commit, id: idOf(lines[0]!) }))],
    [/follows version/, lines.toSpliced(alteredIndex, 1)],
    [/follows version/, lines.toSpliced(alteredIndex, 0, lines[alteredIndex - 1]!)],
    [/JSON/, lines.with(alteredIndex, lines[alteredIndex]!.slice(0, -5))],
  ]
  for (const [why, wrong] of alterations) {
    const { code, output } = await check(wrong)
    expect([code, output]).toEqual([1, expect.stringMatching(why)])
    expect(output).toContain(`Line ${alteredIndex + 1}, the commit after version ${alteredIndex}`)
  }
})

function idOf(line: string): string {
  return (JSON.parse(line) as Commit).id
}

test('P18: only officials of its scene can download the log', async () => {
  const url = `${t}/tournament/${(await newEvent(fixture)).tournament}/log/`
  for (const who of ['anonymous', 'cabinet', 'player', 'otherAdmin'] as const) {
    expect([401, 403]).toContain((await fixture.call(who, 'GET', url)).status)
  }
  expect((await fixture.call('admin', 'GET', url)).status).toBe(200)
})
