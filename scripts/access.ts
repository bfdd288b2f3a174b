// `npm run access` generates docs/access.md from the running server: who may use which address.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accessLevelOf } from '../services/web/access/access.ts'
import type { Action, AccessLevel } from '../services/web/access/access.ts'
import type { MatrixLine } from '../services/web/index.ts'
import { startServers } from './servers/index.ts'
import { startWaggle } from '../services/index.ts'

export const accessFile = join(import.meta.dirname, '..', 'docs', 'access.md')

const personas = {
  anonymous: 'nobody signed in',
  cabinet: 'the token of a cabinet of the scene',
  player: 'somebody signed in who has no role',
  official: 'the role `tournament` in the scene',
  admin: 'the role `admin` in the scene',
  'other admin': 'the role `admin` in another scene',
  owner: 'the owner of the site, and the operator’s key',
}
type Persona = keyof typeof personas
const persons: Persona[] = ['player', 'official', 'admin', 'other admin', 'owner']

/** `own`: only for data about themselves. */
const granted: Record<AccessLevel, Partial<Record<Persona, 'yes' | 'own'>>> = {
  everyone: all(Object.keys(personas) as Persona[], 'yes'),
  'signed-in': all(persons, 'yes'),
  self: all(persons, 'own'),
  player: { ...all(persons, 'own'), ...all(['admin', 'owner'], 'yes') },
  official: all(['official', 'admin', 'owner'], 'yes'),
  admin: all(['admin', 'owner'], 'yes'),
  editor: all(['admin', 'other admin', 'owner'], 'yes'),
  owner: all(['owner'], 'yes'),
  cabinet: all(['cabinet'], 'yes'),
}

function all<T extends 'yes' | 'own'>(names: Persona[], right: T): Partial<Record<Persona, T>> {
  return Object.fromEntries(names.map((name) => [name, right]))
}

export function accessText(lines: readonly MatrixLine[]): string {
  const requests = lines.filter(({ method }) => method !== 'HEAD' && method !== 'OPTIONS')
  const byAction = Map.groupBy(requests, ({ action }) => action)
  const actions = [...byAction.keys()].toSorted()
  return `${[
    '# Who may do what',
    '',
    'Written by `npm run access` from the running server; a test holds it to that. What is not in it is refused.',
    '`own`: about themself alone. A person’s key may do what its person may, except where it says `own` of the account itself.',
    '`undo` and `replace` also need the right to the step itself: an official cannot undo what only an admin may do.',
    '',
    ...Object.entries(personas).map(([name, what]) => `- **${name}**: ${what}`),
    '',
    row(['action', ...Object.keys(personas), 'addresses']),
    row(Array(Object.keys(personas).length + 2).fill('---')),
    ...actions.map((action) => actionRow(action, byAction.get(action) ?? [])),
  ].join('\n')}\n`
}

function actionRow(action: Action, lines: readonly MatrixLine[]): string {
  const who = granted[accessLevelOf(action)]
  const may = Object.keys(personas).map((name) => who[name as Persona] ?? '–')
  const addresses = lines.map(
    ({ method, url, socket }) => `\`${socket ? 'socket' : method} ${url}\``,
  )
  return row([`\`${action}\``, ...may, addresses.toSorted().join('<br>')])
}

function row(cells: string[]): string {
  return `| ${cells.join(' | ')} |`
}

async function write(): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'waggle-access-'))
  const { databaseUrl, natsUrl, stop } = await startServers({ dir, fsync: false })
  const waggle = await startWaggle({
    databaseUrl,
    natsUrl,
    port: 0,
    oneClick: true,
    quiet: true,
  })
  await writeFile(accessFile, accessText(waggle.web.matrix()))
  await waggle.stop()
  await stop()
  await rm(dir, { recursive: true, force: true })
}

if (import.meta.main) await write()
