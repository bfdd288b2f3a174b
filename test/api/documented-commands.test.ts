// Every command that the README and the pages for operators and programmers name is tried: here, on a
// product that `npm start` has started, or by the test that is named. Few are not, and it is said why.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { freePort } from '../../scripts/servers/port.ts'

const root = join(import.meta.dirname, '../..')
const chromium = inject('chromium')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
/** What is for work on the code itself, and decisions and figures, are not among them. */
const pages = globSync(
  ['README.md', 'docs/handbook/*.md', 'docs/{clusters,developers,devices,monitoring,scale}.md'],
  { cwd: root },
)

/** Where else it is run, and the words there that show it. */
const elsewhere: Record<string, [file: string, words: string]> = {
  'npm start': ['test/api/seed.test.ts', 'await seed('],
  'npm start -- --people': ['test/api/seed.test.ts', 'simulatePeople('],
  'npm run simulate -- --people --key "$ADMIN_API_KEY"': [
    'test/api/seed.test.ts',
    'simulatePeople(',
  ],
  'npm test': ['.ci/run', 'npm test'],
  'npm run test:unit': ['scripts/test.ts', "run('vitest'"],
  'npm run repair': ['test/log/witness.test.ts', 'scripts/repair.ts'],
  'npm run backup': ['test/log/backup-scripts.test.ts', "run('backup'"],
  'npm run backup -- folder': ['test/log/backup-scripts.test.ts', "run('backup'"],
  'npm run restore -- folder': ['test/log/backup-scripts.test.ts', "run('restore'"],
  'npm run try-upgrade -- 100000': ['test/log/upgrade.test.ts', 'tryUpgrade('],
  'npm run try-upgrade -- --side-by-side': ['test/faults/rolling-update.test.ts', 'rollingUpdate('],
  'npm run storm -- --kills 100': ['test/faults/storm.test.ts', 'storm('],
  'npm run access': ['test/api/access.test.ts', 'accessText('],
  'npm run client -- waggle-client': ['test/api/client.test.ts', 'writeClient('],
  'npm run replay-evening -- 818': ['test/log/replayed-evening.test.ts', 'replay('],
  'npm run scale -- 500 20000': ['scripts/scale/scale.test.ts', 'report('],
  'npm run scale': ['scripts/scale/scale.test.ts', 'report('],
  'WEBHOOK_SECRET=whsec_… node docs/examples/webhook-receiver.mjs 8090': [
    'test/notify/webhook.test.ts',
    'docs/examples/webhook-receiver.mjs',
  ],
  'curl -I https://bees.example.org/': ['test/api/pages.test.ts', "status: 302, to: '/scene/here'"],
}
/** Run by no test, and what is tried instead. */
const notRun: Record<string, string> = {
  'npm run bench': 'takes an hour; one part of it is run below',
  'npm run storm -- --viewers 2000':
    'takes minutes; test/faults/two-of-each.test.ts restarts two of every service in turn',
  'ADMIN_API_KEY=… docker compose up --build': 'test/unit/compose.test.ts reads the file',
  'docker compose run --rm api node scripts/verify.ts': 'the script is run below',
}
/** A whole page that is run as one script. */
const asOne = { 'docs/devices.md': 'test/compat/contract.test.ts' }

const isCommand = /^(?:[A-Z_]+=\S* )*(?:npm|npx|node|docker|curl) \S/

function commandsOf(path: string): string[] {
  if (path in asOne) return []
  const text = read(path).replaceAll(/ \\\n\s*/g, ' ')
  const blocks = [...text.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block = '']) =>
    block.split('\n'),
  )
  const indented = [...text.matchAll(/^ {4}(\S.*)$/gm)].map(([, line = '']) => line)
  const inline = [...text.replaceAll(/```.*?```/gs, '').matchAll(/`([^`\n]+)`/g)].map(
    ([, of = '']) => of,
  )
  return [...blocks, ...indented, ...inline].filter((line) => isCommand.test(line))
}

let folder: string
let product: ChildProcess
let env: NodeJS.ProcessEnv
let url: string
const tried = new Set<string>()

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waggle-documented-'))
  env = { ...process.env, DATA_DIR: join(folder, 'data'), METRICS_PORT: '' }
  for (const name of ['DATABASE_URL', 'NATS_URL']) delete env[name]
  tried.add('npm start -- --empty')
  product = spawn('npm', ['start', '--', '--empty'], {
    cwd: root,
    env: { ...env, PORT: '0', HIVE_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const [, key] = await saying(/API key: +(\S+)/, product)
  ;[, url = ''] = await saying(/Waggle is running at (\S+)/, product)
  env = { ...env, ADMIN_API_KEY: key, KEY: key }
})

afterAll(async () => {
  if (product?.exitCode === null) await interrupted(product)
  rmSync(folder, { recursive: true, force: true })
})

const said = new Map<ChildProcess, string>()

/** What a process says, from its beginning, once it has said that. */
async function saying(wanted: RegExp, by: ChildProcess): Promise<RegExpExecArray> {
  if (!said.has(by)) {
    said.set(by, '')
    by.stdout!.setEncoding('utf8').on('data', (text: string) => said.set(by, said.get(by)! + text))
  }
  for (;;) {
    const found = wanted.exec(said.get(by)!)
    if (found) return found
    if (by.exitCode !== null) throw new Error(`it has ended: ${said.get(by)}`)
    await Promise.race([once(by.stdout!, 'data'), once(by, 'exit')])
  }
}

/** As Ctrl-C does it: npm and all that it has started. */
async function interrupted(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  process.kill(-child.pid!, 'SIGINT')
  await ended
}

/** Runs it as it is written, but for addresses and what stands for something else. */
function started(
  command: string,
  instead: Record<string, string> = {},
  settings: NodeJS.ProcessEnv = {},
) {
  tried.add(command)
  const here = { 'http://127.0.0.1:8080': url, 'http://localhost:8080': url, ...instead }
  const text = Object.entries(here).reduce((line, [from, to]) => line.replaceAll(from, to), command)
  return spawn('bash', ['-c', `exec ${text}`], {
    cwd: root,
    env: { ...env, ...settings },
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function run(
  command: string,
  instead: Record<string, string> = {},
  wanted = 0,
): Promise<string> {
  const child = started(command, instead)
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => (text += part))
  const [code] = (await once(child, 'close')) as [number]
  expect([command, code]).toEqual([command, wanted])
  return text
}

const written = (start: string): string => {
  const found = pages.flatMap(commandsOf).find((command) => command.startsWith(start))
  if (!found) throw new Error(`${start} is on no page`)
  return found
}

const ending = (part: string): string => {
  const found = pages.flatMap(commandsOf).find((command) => command.includes(` ${part}`))
  if (!found) throw new Error(`${part} is on no page`)
  return found
}

test('a cabinet of your own: made by the command of the README, and played on by the simulator', async () => {
  const headers = {
    authorization: `Bearer ${env['ADMIN_API_KEY']}`,
    'content-type': 'application/json',
  }
  const body = JSON.stringify({ name: 'hive', displayName: 'Hive' })
  const scene = await fetch(`${url}/api/game/scene/`, { method: 'POST', headers, body })
  expect(await scene.json()).toMatchObject({ id: 1 })
  const cabinet = JSON.parse(await run(written('curl -H "Auth'))) as { id: number; token: string }
  const address = { 'ws://127.0.0.1:8080': url.replace('http', 'ws'), TOKEN: cabinet.token }
  const simulator = started(written('npm run simulate -- ws:'), address)
  const statusOf = async () => {
    const found = await fetch(`${url}/api/game/cabinet/${cabinet.id}/`)
    return ((await found.json()) as { clientStatus: string }).clientStatus
  }
  await expect.poll(statusOf).toBe('online')
  await interrupted(simulator)
})

test('a webhook: made by the command of the page for programmers', async () => {
  // What stands for a receiver is nowhere. Nothing is sent, because nothing happens.
  const outThere = { 'club.example': '1.1.1.1' }
  const made = JSON.parse(await run(written('curl -X POST'), outThere)) as { secret: string }
  expect(made).toMatchObject({ secret: expect.stringMatching(/^whsec_/) as string })
})

test('beside the running product: compare, make anew, copies of streams', async () => {
  expect(await run('npm run verify')).toMatch(/Read models equal \d+ commits/)
  expect(await run('npm run rebuild')).toMatch(/Rebuilt from \d+ commits/)
  const without = (command: string) => ({ [command.slice(0, command.indexOf('npm'))]: '' })
  const [copies, pairs] = ['npm run log-replicas', 'npm run log-pairs'].map(ending)
  expect(await run(copies!, without(copies!))).toContain('as many copies')
  // Tried on a product that is stopped: test/log/pairs.test.ts.
  expect(await run(pairs!, without(pairs!), 1)).toContain('stop it first')
})

test('for work on the code: the console by Vite, services that restart when a file changes, an end by Ctrl-C', async () => {
  const dev = started(
    'npm run dev',
    {},
    { DATA_DIR: join(folder, 'dev'), PORT: `${await freePort()}` },
  )
  const [, address = ''] = await saying(/Waggle is running at (\S+)/, dev)
  expect(await (await fetch(address)).text()).toContain('/@vite/client')
  const answers = () =>
    fetch(`${address}/api/health/`).then(
      ({ ok }) => ok,
      () => false,
    )
  expect(await answers()).toBe(true)
  const ofRunning = new WebSocket(`${address.replace('http', 'ws')}/ws/gamestate`)
  await once(ofRunning, 'open')
  const isOver = once(ofRunning, 'close')
  // Changed by its time alone, and no source: other tests see nothing of it.
  const touched = join(root, 'events/past/TeamAdded.v1.json')
  utimesSync(touched, new Date(), new Date())
  await isOver
  await expect.poll(answers, { interval: 500 }).toBe(true)
  await interrupted(dev)
})

test.skipIf('missing' in chromium)('a picture of the handbook is taken anew', async () => {
  const out = join(folder, 'pictures')
  const [command, one] = ['npm run screenshots', `npm run screenshots -- ${out} --only status`]
  expect(await run(command, { [command]: one })).toContain(`Pictures are in ${out}`)
  const picture = readFileSync(join(out, 'status.png'))
  expect(picture.toString('latin1', 1, 4)).toBe('PNG')
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1280, 800])
})

test('a part of the bench prints its table', async () => {
  const shortest = { '<bench>': 'fanout --short' }
  const table = await run('npm run bench -- --only <bench>', shortest)
  expect(table).toMatch(/\| a frame of \d+ bytes to 1000 sockets, all have it, ms \| [\d.]+ \|/)
  expect(table).not.toContain('could not be measured')
})

test('no command of the pages is left out, and what runs it elsewhere is there', () => {
  const all = new Set(pages.flatMap(commandsOf))
  expect(all.size).toBeGreaterThan(25)
  const known = new Set([
    ...tried,
    ...Object.keys(elsewhere),
    ...Object.keys(notRun),
    'npm run log-replicas',
    'npm run screenshots',
    'npm run log-pairs',
  ])
  expect([...all].filter((command) => !known.has(command))).toEqual([])
  expect([...known].filter((command) => !all.has(command))).toEqual([])
  const untrue = Object.values(elsewhere).filter(([file, words]) => !read(file).includes(words))
  expect(untrue).toEqual([])
  for (const [page, file] of Object.entries(asOne)) expect(read(file)).toContain(page)
})
