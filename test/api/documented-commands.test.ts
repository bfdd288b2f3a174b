// Every command in the README and in the pages for operators and programmers is run: here, against
// a product started by `npm start`, or by the named test. A few are not, and the reason is given.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { freePort } from '#scripts/servers/port.ts'

const root = join(import.meta.dirname, '../..')
const chromium = inject('chromium')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
/** Without the pages about developing Waggle itself, decisions and measurements. */
const pages = globSync(
  ['README.md', 'docs/handbook/*.md', 'docs/{clusters,developers,devices,monitoring,scale}.md'],
  { cwd: root },
)

/** The file that runs the command, and a text in it that shows this. */
const testedElsewhere: Record<string, [file: string, words: string]> = {
  'npm start': ['test/api/seed.test.ts', 'await seed('],
  'npm start -- --people': ['test/api/seed.test.ts', 'simulatePeople('],
  'npm run simulate -- --people --key "$ADMIN_API_KEY" --url http://127.0.0.1:8080': [
    'test/api/seed.test.ts',
    'simulatePeople(',
  ],
  'npm test': ['.ci/run', 'npm test'],
  'npm run test:unit': ['scripts/test.ts', "vitest('unit'"],
  'npm run check-long': ['.github/workflows/ci.yml', 'npm run check-long'],
  'npm run repair': ['test/log/witness.test.ts', 'scripts/repair.ts'],
  'npm run change-secret': ['test/log/change-secret.test.ts', 'scripts/change-secret.ts'],
  'npm run change-secret -- --forget': ['test/log/change-secret.test.ts', "'--forget'"],
  'PREVIOUS_SECRET=… WAGGLE_SECRET=… npm run change-secret': [
    'test/log/change-secret.test.ts',
    'PREVIOUS_SECRET: previous',
  ],
  'npm run backup': ['test/log/backup-scripts.test.ts', "run('backup'"],
  'npm run backup -- folder': ['test/log/backup-scripts.test.ts', "run('backup'"],
  'npm run restore -- folder': ['test/log/backup-scripts.test.ts', "run('restore'"],
  'npm run try-upgrade -- 100000': ['test/log/upgrade.test.ts', 'tryUpgrade('],
  'npm run try-upgrade -- --side-by-side': ['test/faults/rolling-update.test.ts', 'rollingUpdate('],
  'npm run storm -- --kills 100': ['test/faults/storm.test.ts', 'storm('],
  'npm run storm -- --presses 100000': ['test/faults/bad-line.test.ts', 'pressOverBadLine('],
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
/** Commands that no test runs, with the reason or the test that replaces it. */
const inCluster = 'docker compose -f deploy/cluster/compose.yaml'
const untested: Record<string, string> = {
  'npm run bench': 'takes an hour; one part of it is run below',
  'npm run storm -- --viewers 2000':
    'takes minutes; test/faults/two-of-each.test.ts restarts two of every service in turn',
  'ADMIN_API_KEY=… docker compose up --build': 'test/unit/compose.test.ts reads the file',
  'docker compose pull': 'downloads the published image',
  'docker compose up --no-build': 'test/unit/compose.test.ts reads the file',
  'npm install ./waggle-client': 'the package is made below, and used in test/api/client.test.ts',
  'npm pack ./waggle-client': 'the package is made below, and used in test/api/client.test.ts',
  'npm install ./waggle-client-*.tgz':
    'the package is made below, and used in test/api/client.test.ts',
  [`${inCluster} run --rm api node scripts/verify.ts`]: 'the script is run below',
  [dockerRun('api node scripts/backup.ts /backups/monday')]:
    'test/log/backup-scripts.test.ts runs the script',
  [dockerRun(
    '-e NATS_URL=nats://admin:PASSWORD@nats1:4222,nats://nats2:4222,nats://nats3:4222 api node scripts/restore.ts /backups/monday',
  )]: 'test/log/backup-scripts.test.ts runs the script',
}
/** A script in a container that writes into a folder of the host. */
function dockerRun(script: string): string {
  return `${inCluster} run --rm --no-deps --user "$(id -u):$(id -g)" -v "$PWD/backups:/backups" ${script}`
}
/** Pages whose commands are run as one script, with the test that does it. */
const runAsScript = { 'docs/devices.md': 'test/compat/contract.test.ts' }

const isCommand = /^(?:[A-Z_]+=\S* )*(?:npm|npx|node|docker|curl) \S/

function commandsOf(path: string): string[] {
  if (path in runAsScript) return []
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
const triedCommands = new Set<string>()

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waggle-documented-'))
  env = { ...process.env, DATA_DIR: join(folder, 'data'), METRICS_PORT: '' }
  for (const name of ['DATABASE_URL', 'NATS_URL']) delete env[name]
  triedCommands.add('npm start -- --empty')
  product = spawn('npm', ['start', '--', '--empty'], {
    cwd: root,
    env: { ...env, PORT: '0', HIVE_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const [, key] = await waitForOutput(/API key: +(\S+)/, product)
  ;[, url = ''] = await waitForOutput(/Waggle is running at (\S+)/, product)
  env = { ...env, ADMIN_API_KEY: key, KEY: key }
})

afterAll(async () => {
  if (product?.exitCode === null) await interrupt(product)
  rmSync(folder, { recursive: true, force: true })
})

const output = new Map<ChildProcess, string>()

/** Waits until the output of a process matches. */
async function waitForOutput(wanted: RegExp, by: ChildProcess): Promise<RegExpExecArray> {
  if (!output.has(by)) {
    output.set(by, '')
    by.stdout!.setEncoding('utf8').on('data', (text: string) =>
      output.set(by, output.get(by)! + text),
    )
  }
  for (;;) {
    const found = wanted.exec(output.get(by)!)
    if (found) return found
    if (by.exitCode !== null) throw new Error(`it has ended: ${output.get(by)}`)
    await Promise.race([once(by.stdout!, 'data'), once(by, 'exit')])
  }
}

/** Like Ctrl-C: interrupts npm and all its child processes. */
async function interrupt(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  process.kill(-child.pid!, 'SIGINT')
  await ended
}

/** Runs the command as written, with the address of this product and the given substitutions. */
function startCommand(
  command: string,
  substitutions: Record<string, string> = {},
  settings: NodeJS.ProcessEnv = {},
) {
  triedCommands.add(command)
  const replacements = {
    'http://127.0.0.1:8080': url,
    'http://localhost:8080': url,
    ...substitutions,
  }
  const text = Object.entries(replacements).reduce(
    (line, [from, to]) => line.replaceAll(from, to),
    command,
  )
  return spawn('bash', ['-c', `exec ${text}`], {
    cwd: root,
    env: { ...env, ...settings },
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function run(
  command: string,
  substitutions: Record<string, string> = {},
  wanted = 0,
): Promise<string> {
  const child = startCommand(command, substitutions)
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => (text += part))
  const [code] = (await once(child, 'close')) as [number]
  expect([command, code]).toEqual([command, wanted])
  return text
}

const commandStartingWith = (start: string): string => {
  const found = pages.flatMap(commandsOf).find((command) => command.startsWith(start))
  if (!found) throw new Error(`${start} is on no page`)
  return found
}

const commandContaining = (part: string): string => {
  const found = pages.flatMap(commandsOf).find((command) => command.includes(part))
  if (!found) throw new Error(`${part} is on no page`)
  return found
}

test('the command in the README makes a cabinet, and the simulator plays on it', async () => {
  const headers = {
    authorization: `Bearer ${env['ADMIN_API_KEY']}`,
    'content-type': 'application/json',
  }
  const body = JSON.stringify({ name: 'hive', displayName: 'Hive' })
  const scene = await fetch(`${url}/api/game/scene/`, { method: 'POST', headers, body })
  expect(await scene.json()).toMatchObject({ id: 1 })
  const cabinet = JSON.parse(await run(commandStartingWith('curl -H "Auth'))) as {
    id: number
    token: string
  }
  const address = { 'ws://127.0.0.1:8080': url.replace('http', 'ws'), TOKEN: cabinet.token }
  const simulator = startCommand(commandStartingWith('npm run simulate -- ws:'), address)
  const statusOf = async () => {
    const found = await fetch(`${url}/api/game/cabinet/${cabinet.id}/`)
    return ((await found.json()) as { clientStatus: string }).clientStatus
  }
  await expect.poll(statusOf).toBe('online')
  await interrupt(simulator)
})

test('the command in the page for programmers makes a webhook', async () => {
  // The receiver does not exist. Nothing is sent, because nothing happens.
  const publicAddress = { 'club.example': '1.1.1.1' }
  const made = JSON.parse(await run(commandStartingWith('curl -X POST'), publicAddress)) as {
    secret: string
  }
  expect(made).toMatchObject({ secret: expect.stringMatching(/^whsec_/) as string })
})

test('the command in the handbook makes a link for an owner who cannot sign in', async () => {
  const email = 'owner@example.org'
  const body = JSON.stringify({ name: 'Olga', email, password: 'a long enough password' })
  const headers = { 'content-type': 'application/json' }
  const signUp = await fetch(`${url}/api/user/sign-up/`, { method: 'POST', headers, body })
  expect([signUp.status, await signUp.json()]).toMatchObject([201, {}])
  const made = JSON.parse(await run(commandContaining('/api/user/reset/link/'))) as { link: string }
  expect(made.link).toMatch(/\/reset#/)
})

test('verify, rebuild and log-replicas run beside the running product', async () => {
  expect(await run('npm run verify')).toMatch(/Read models equal \d+ commits/)
  expect(await run('npm run rebuild')).toMatch(/Rebuilt from \d+ commits/)
  const without = (command: string) => ({ [command.slice(0, command.indexOf('npm'))]: '' })
  const [copies, pairs] = ['npm run log-replicas', 'npm run log-pairs'].map((command) =>
    commandContaining(` ${command}`),
  )
  expect(await run(copies!, without(copies!))).toContain('as many copies')
  // test/log/pairs.test.ts runs it against a stopped product.
  expect(await run(pairs!, without(pairs!), 1)).toContain('stop it first')
})

test('npm run dev serves the console by Vite, restarts services when a file changes, and ends by Ctrl-C', async () => {
  const dev = startCommand(
    'npm run dev',
    {},
    { DATA_DIR: join(folder, 'dev'), PORT: `${await freePort()}` },
  )
  const [, address = ''] = await waitForOutput(/Waggle is running at (\S+)/, dev)
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
  // Only the modification time changes, and the file is not a source, so other tests are
  // unaffected.
  const touched = join(root, 'events/past/TeamAdded.v1.json')
  utimesSync(touched, new Date(), new Date())
  await isOver
  await expect.poll(answers, { interval: 500 }).toBe(true)
  await interrupt(dev)
})

test.skipIf('missing' in chromium)('a picture of the handbook is regenerated', async () => {
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

test('every command of the pages is covered, and every named test runs it', () => {
  const all = new Set(pages.flatMap(commandsOf))
  expect(all.size).toBeGreaterThan(25)
  const knownCommands = new Set([
    ...triedCommands,
    ...Object.keys(testedElsewhere),
    ...Object.keys(untested),
    'npm run log-replicas',
    'npm run screenshots',
    'npm run log-pairs',
  ])
  expect([...all].filter((command) => !knownCommands.has(command))).toEqual([])
  expect([...knownCommands].filter((command) => !all.has(command))).toEqual([])
  const missingFromTest = Object.values(testedElsewhere).filter(
    ([file, words]) => !read(file).includes(words),
  )
  expect(missingFromTest).toEqual([])
  for (const [page, file] of Object.entries(runAsScript)) expect(read(file)).toContain(page)
})
