// Files whose unpacked content would take more memory than the process has (P15).
import { createHash } from 'node:crypto'
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { checkEvents } from './check-events.ts'
import { readEvents, readTournamentFile } from './read-tables.ts'
import { readHistory } from './read-history.ts'

const mebibyte = 1024 * 1024
const zipOf = (files: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])), {
    // Their contents would otherwise be refused because they can be packed so tightly.
    level: 0,
  })
const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const manifestFor = (commits: string) =>
  JSON.stringify({
    format: 'waggle-history',
    formatVersion: 1,
    commits: 1,
    sha256: { commits: hash(commits), facts: hash(''), beside: hash('') },
  })
const historyWith = (commits: string) =>
  readHistory(zipOf({ 'manifest.json': manifestFor(commits), 'commits.jsonl': commits }))

test.each([
  ['manifest.json', 2, readHistory],
  ['tournament.json', 17, readTournamentFile],
] as const)('%s is refused once its text is too large', async (name, mebibytes, read) => {
  await expect(read(zipOf({ [name]: ' '.repeat(mebibytes * mebibyte) }))).rejects.toThrow(
    `${name} is too large.`,
  )
})

test('a text of many small values, each larger in memory than in the file, is refused', async () => {
  const text = `[${'{},'.repeat(3 * mebibyte)}{}]`
  await expect(readTournamentFile(zipOf({ 'tournament.json': text }))).rejects.toThrow(
    'tournament.json contains too many values.',
  )
  const nested = '['.repeat(100_000)
  await expect(readTournamentFile(zipOf({ 'tournament.json': nested }))).rejects.toThrow(
    'tournament.json is nested too deeply.',
  )
})

test('a line that does not end is refused', async () => {
  await expect(historyWith(' '.repeat(9 * mebibyte))).rejects.toThrow(
    'commits.jsonl, line 1 is too long.',
  )
  const header = 'id,timestamp,event_type,values,game_id\n'
  const csv = zipOf({ 'gameevent.csv': `${header}1,"${'x'.repeat(mebibyte)}` })
  await expect(readEvents(csv, new Map()).next()).rejects.toThrow(
    'gameevent.csv has a line that is too long.',
  )
})

test('a game with several victories is read if one of them is its result', async () => {
  const game = { gameID: 'g1', winningTeam: 'blue', winCondition: 'snail' }
  const check = (winners: string[]) => {
    const victories = winners.map((winner) => `victory,"{${winner},snail}"`)
    const lines = ['gamestart,{}', ...victories].map(
      (event, n) => `${n},2026-01-02 20:00:00Z,${event},1`,
    )
    const csv = ['id,timestamp,event_type,values,game_id', ...lines, ''].join('\n')
    return checkEvents(zipOf({ 'gameevent.csv': csv }), new Map([['1', game as never]]))
  }
  expect(await check(['Gold', 'Blue', 'Gold'])).toBe(4)
  await expect(check(['Gold', 'Gold'])).rejects.toThrow('its victory is gold, snail.')
})

const header = 'id,timestamp,event_type,values,game_id\n'
const eventsIn = (csv: string, level: 0 | 6 = 0) =>
  readEvents(zipSync({ 'gameevent.csv': strToU8(csv) }, { level }), new Map()).next()

test('a file that unpacks to many times its size is refused', async () => {
  await expect(eventsIn(header + '\n'.repeat(15 * mebibyte), 6)).rejects.toThrow(
    'gameevent.csv unpacks to more than 200 times its size.',
  )
})

test('empty lines count as lines, and a line has a limited number of values', async () => {
  await expect(eventsIn(`${header}\n\nwrong\n`)).rejects.toThrow(
    'gameevent.csv, line 4: 5 values are expected.',
  )
  await expect(eventsIn(header + ','.repeat(200_000))).rejects.toThrow(
    'gameevent.csv has a line with too many values.',
  )
})

test('a file that is not as its checksum says is refused', async () => {
  const zip = zipOf({ 'tournament.json': '{"name":"Friday"}' })
  zip[zip.indexOf('F'.charCodeAt(0))]!++
  await expect(readTournamentFile(zip)).rejects.toThrow(
    'tournament.json cannot be unpacked: the ZIP file is damaged.',
  )
})

test('P15: between two turns of the event loop only a little text is read', async () => {
  const csv = strToU8(header + '\n'.repeat(mebibyte / 2))
  let turns = 0
  const onTurn = () => {
    turns++
    turn = setImmediate(onTurn)
  }
  let turn = setImmediate(onTurn)
  await readEvents(zipSync({ 'gameevent.csv': csv }), new Map()).next()
  clearImmediate(turn)
  expect(turns).toBeGreaterThanOrEqual(csv.length / (16 * 1024))
})
