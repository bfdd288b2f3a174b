import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Commit } from '#events/schema/commit.ts'
import type { Roll } from '#services/states/commit-entry.ts'
import { newSampleTournament, expectOk, startTwoScenes } from '../support/two-scenes.ts'
import type { Body, SampleTournament, TwoScenes } from '../support/two-scenes.ts'
import { runScript } from '../support/run-script.ts'

const t = '/api/tournament'
let fixture: TwoScenes
let dir: string
beforeAll(async () => {
  fixture = await startTwoScenes()
  dir = await mkdtemp(join(tmpdir(), 'waggle-log-'))
})
afterAll(async () => {
  await fixture?.app.stop()
  await rm(dir, { recursive: true, force: true })
})

const press = (method: string, url: string, body: unknown = {}) =>
  expectOk(fixture.call('official', method, `${t}${url}`, { body }))

async function download(sample: SampleTournament): Promise<string[]> {
  const url = `${t}/tournament/${sample.tournament}/log/`
  const { text, headers } = await expectOk(fixture.call('official', 'GET', url))
  expect(headers['content-type']).toMatch('application/jsonl')
  expect(headers['content-disposition']).toMatch(/^attachment; filename="[\w-]+-commits\.jsonl"$/)
  return text.trimEnd().split('\n')
}

async function bracketOf({ bracket }: SampleTournament): Promise<Body> {
  return (await expectOk(fixture.call('anonymous', 'GET', `${t}/bracket/${bracket}/`))).body
}

async function playAll(sample: SampleTournament): Promise<void> {
  for (const { id, isComplete } of (await bracketOf(sample)).matches) {
    if (isComplete) continue
    await press('PATCH', `/match/${id}/`, { blueScore: 2, goldScore: 1 })
    await press('PUT', `/match/${id}/complete/`)
  }
}

let files = 0
async function check(lines: string[]): Promise<{ code: number; output: string }> {
  const file = join(dir, `${files++}.jsonl`)
  await writeFile(file, `${lines.join('\n')}\n`)
  return runScript('docs/check-log.mjs', { args: [file] })
}

test('R-DI-5: anyone can verify the log of a tournament, and that the end of a stage is unchanged', async () => {
  const sample = await newSampleTournament(fixture)
  expect(await bracketOf(sample)).toMatchObject({ completedVersion: null, completedChain: null })
  await playAll(sample)
  const { completedVersion, completedChain } = await bracketOf(sample)
  await press('PUT', `/match/${sample.match}/annotate/`, { note: 'Seen' })
  expect(await bracketOf(sample)).toMatchObject({ completedVersion, completedChain })

  const lines = await download(sample)
  const commits = lines.map((line) => JSON.parse(line) as Commit)
  expect(commits.map(({ version }) => version)).toEqual(commits.map((_, index) => index + 1))
  expect(commits).toEqual(
    (await fixture.app.log.load(sample.tournament)).map(({ commit }) => commit),
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
  const sample = await newSampleTournament(fixture)
  await playAll(sample)
  const first = await bracketOf(sample)
  const reopened = await press('PUT', `/match/${sample.match}/reopen/`)
  expect(await bracketOf(sample)).toMatchObject({ completedVersion: null, completedChain: null })
  await press('PUT', `/tournament/${sample.tournament}/undo/`, {
    version: Number(reopened.headers['x-version']),
  })
  const second = await bracketOf(sample)
  expect(second.isComplete).toBe(true)
  expect(second.completedVersion).toBeGreaterThan(first.completedVersion)
  expect(second.completedChain).not.toBe(first.completedChain)
})

test('R-TB-7: the dice of a running stage are not in the download, and their hash matches later', async () => {
  const sample = await newSampleTournament(fixture)
  const before = await download(sample)
  const hidden = before.map((line) => JSON.parse(line)).filter((one) => one.isWhole === false)
  expect(hidden).toHaveLength(1)
  expect(before.join('')).not.toContain('"dice"')
  const { code, output } = await check(before)
  expect([code, output]).toEqual([0, expect.stringContaining(`versions ${hidden[0].version}.`)])

  await playAll(sample)
  const after = await download(sample)
  expect(after.join('')).not.toContain('isWhole')
  const chains = (lines: string[]) => lines.map((line) => (JSON.parse(line) as Commit).chain)
  expect(chains(after).slice(0, before.length)).toEqual(chains(before))
  expect((await check(after)).code).toBe(0)
})

test('R-TB-7: of a running stage only the rolls that decide a place in its table are disclosed', async () => {
  const sample = await newSampleTournament(fixture)
  const url = `${t}/tournament/${sample.tournament}/log/`
  const rolls = async (): Promise<Roll[]> =>
    (await expectOk(fixture.call('official', 'GET', `${url}rolls/`))).body.rolls
  const table = await expectOk(
    fixture.call('anonymous', 'GET', `${t}/tournament/${sample.tournament}/standings/`),
  )
  const first = await rolls()
  const shown = new Set(JSON.stringify(table.body).match(/\b[0-9a-f]{64}\b/g))
  expect(first.length).toBeGreaterThan(1)
  for (const { bracket, roll } of first) {
    expect(bracket).toBe(sample.bracket)
    expect(shown).toContain(roll)
  }

  // Teams that are no longer tied need no further rolls.
  for (const { id } of (await bracketOf(sample)).matches.slice(0, 1)) {
    await press('PATCH', `/match/${id}/`, { blueScore: 2, goldScore: 1 })
    await press('PUT', `/match/${id}/complete/`)
  }
  expect(await rolls()).toEqual(first)
  for (const who of ['anonymous', 'player', 'otherAdmin'] as const) {
    expect([401, 403]).toContain((await fixture.call(who, 'GET', `${url}rolls/`)).status)
  }
})

test('the log can be read from a version', async () => {
  const sample = await newSampleTournament(fixture)
  const all = await download(sample)
  const url = `${t}/tournament/${sample.tournament}/log/?after=${all.length - 2}`
  const { text } = await expectOk(fixture.call('official', 'GET', url))
  expect(text.trimEnd().split('\n')).toEqual(all.slice(-2))
})

test('R-DI-5: the check names the first altered commit', async () => {
  const sample = await newSampleTournament(fixture)
  await playAll(sample)
  const lines = await download(sample)
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
  const url = `${t}/tournament/${(await newSampleTournament(fixture)).tournament}/log/`
  for (const who of ['anonymous', 'cabinet', 'player', 'otherAdmin'] as const) {
    expect([401, 403]).toContain((await fixture.call(who, 'GET', url)).status)
  }
  expect((await fixture.call('admin', 'GET', url)).status).toBe(200)
})
