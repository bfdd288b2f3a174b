import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { longTitles, newestTitles } from './commit-titles.ts'
import { projectSources, violations } from './index.ts'
import { largeFolders } from './folder-size.ts'
import { textOutside } from './text-outside.ts'
import { unusedExports } from './unused-exports.ts'

const violationCases: [why: string, file: string, text: string, sentence: string][] = [
  [
    'another room',
    'services/store/rows.ts',
    `import { read } from '../log/read.ts'`,
    'room store may not import room log',
  ],
  [
    'decide may import less than the rest of the desk',
    'services/desk/decide/score.ts',
    `import { load } from '../../log/load.ts'`,
    'room decide may not import room log',
  ],
  [
    'a re-export',
    'services/api/routes.ts',
    `export { follow } from '../projector/follow.ts'`,
    'room api may not import room projector',
  ],
  [
    'a dynamic import',
    'console/src/live.ts',
    `const late = await import('#services/fanout/sockets.ts')`,
    'room console may not import room fanout',
  ],
  [
    'product code that imports test code',
    'events/match.ts',
    `import { startApp } from '#test/app.ts'`,
    'room events may not import room test',
  ],
  [
    'product code that imports a test file',
    'services/desk/seed.ts',
    `import { played } from '#events/match.test.ts'`,
    'may not import events/match.test.ts, which is for tests',
  ],
  [
    'a package reserved for another room',
    'services/projector/fold.ts',
    `import { connect } from '@nats-io/transport-node'`,
    'room projector may not import package @nats-io/transport-node',
  ],
  [
    'fastify as a value import',
    'services/api/routes.ts',
    `import { type FastifyInstance } from 'fastify'`,
    'room api may not import package fastify',
  ],
  [
    'a Node module in events',
    'events/commit.ts',
    `import { createHash } from 'node:crypto'`,
    'room events may not import package node:crypto',
  ],
  [
    'zod outside the schema folder',
    'events/state/match.ts',
    `import { z } from 'zod'`,
    'room events may not import package zod',
  ],
  [
    'zod in a route of the API',
    'services/api/match/match.ts',
    `import { z } from 'zod'`,
    'room api may not import package zod',
  ],
  [
    'a value import of schemas in the console',
    'console/src/core/rest.ts',
    `import { Routes } from '#services/api/schema/routes.ts'`,
    'room console may not import room schema',
  ],
  [
    'other types of the API',
    'console/src/core/rest.ts',
    `import type { Match } from '#services/api/match/match.ts'`,
    'room console may not import even types from room api',
  ],
  [
    'a path that climbs',
    'services/api/match/match.ts',
    `import { decide } from '../../../services/desk/index.ts'`,
    'import ../../../services/desk/index.ts as #services/desk/index.ts',
  ],
  ['the clock', 'events/queue.ts', 'const at = Date.now()', 'room events may not use Date.now'],
  ['the clock, constructed', 'events/queue.ts', 'const at = new Date()', 'may not use new Date()'],
  [
    'randomness',
    'services/desk/decide/draw.ts',
    'const coin = Math.random() < 0.5',
    'room decide may not use Math.random',
  ],
]

test.each(violationCases)('rejects: %s', (_why, file, text, sentence) => {
  const [found, ...more] = violations([{ file, text }])
  expect(found).toContain(sentence)
  expect(more).toEqual([])
})

const allowedCases: [why: string, file: string, text: string][] = [
  ['types of fastify', 'services/api/routes.ts', `import type { FastifyInstance } from 'fastify'`],
  ['types of frames', 'console/src/live.ts', `import type { F } from '#services/fanout/frame.ts'`],
  [
    'the routes as types',
    'console/src/core/rest.ts',
    `import type { Routes } from '#services/api/schema/routes.ts'`,
  ],
  [
    'a service that imports the log in main.ts',
    'services/api/main.ts',
    `import { open } from '../log/open.ts'`,
  ],
  ['a date from a given time', 'events/queue.ts', 'const at = new Date(now + 1000).toISOString()'],
  ['recorded logs in a test', 'events/game.test.ts', `import { logs } from '#test/logs.ts'`],
  ['words in a comment', 'events/queue.ts', '// Date.now and Math.random stay outside'],
  ['words in a string', 'events/queue.ts', `const why = "import x from '#services/log/a.ts'"`],
]

test.each(allowedCases)('allows: %s', (_why, file, text) => {
  expect(violations([{ file, text }])).toEqual([])
})

test('finds circular imports between folders and names the imports of the cycle', () => {
  const sources = [
    {
      file: 'services/desk/decide/match/score.ts',
      text: `import { arm } from '../queue/timer.ts'`,
    },
    { file: 'services/desk/decide/queue/timer.ts', text: `import { late } from '../lookups.ts'` },
    {
      file: 'services/desk/decide/lookups.ts',
      text: `import type { Score } from './match/score.ts'`,
    },
    { file: 'services/desk/decide/queue/timer.test.ts', text: `import '../match/score.ts'` },
  ]
  const [sentence, ...others] = violations(sources)
  expect(others).toEqual([])
  expect(sentence).toContain('folders in a circle')
  for (const { file } of sources.slice(0, 3)) expect(sentence).toContain(`${file} imports`)
  expect(violations(sources.slice(1))).toEqual([])
})

test('finds circular imports between the files of a folder, also of types', () => {
  const sources = [
    { file: 'events/game/field.ts', text: `import { holes } from './hives.ts'` },
    { file: 'events/game/hives.ts', text: `import type { Point } from './field.ts'` },
  ]
  expect(violations(sources)).toEqual([
    'files in a circle: events/game/field.ts imports events/game/hives.ts, events/game/hives.ts imports events/game/field.ts',
  ])
})

test('finds exports that no other file imports, re-exports or loads dynamically by name', () => {
  const sources = [
    {
      file: 'events/match.ts',
      text: `export const used = 1, late = 2, passed = 3, spread = 4, unused = used
        export type Row = 5
        export type Column = 6`,
    },
    {
      file: 'events/queue.ts',
      text: `import { used as own, type Row } from './match.ts'
        export { passed } from './match.ts'
        const { late } = await import('./match.ts')`,
    },
    { file: 'services/desk/next.ts', text: `import * as queue from '#events/queue.ts'` },
    {
      file: 'services/desk/call.ts',
      text: `import * as match from '#events/match.ts'
        match.spread()`,
    },
  ]
  expect(unusedExports(sources)).toEqual([
    'events/match.ts: nobody imports unused',
    'events/match.ts: nobody imports Column',
    'events/queue.ts: nobody imports passed',
  ])
})

test('finds product folders with more than 20 files; tests do not count', () => {
  const filesIn = (folder: string, most: number, end = '.ts') =>
    Array.from({ length: most }, (_, i) => ({ file: `${folder}/n${i}${end}` }))
  const sources = [
    ...filesIn('services/desk', 20),
    ...filesIn('services/desk', 5, '.test.ts'),
    ...filesIn('console/src/ui', 21, '.tsx'),
    ...filesIn('test/api', 90),
  ]
  expect(largeFolders(sources)).toEqual(['console/src/ui has 21 files, more than 20'])
})

test('finds screen text that is not from the catalogue', () => {
  const sources = [
    {
      file: 'console/src/officiate/Late.tsx',
      text: `const words = { again: 'Press again' }
        const broken = () => { throw new Error('There is no such match') }
        export const Late = () => <p title="Late" className="dim late"><b>too late</b>{text.late} · </p>`,
    },
    {
      file: 'console/src/core/text/officiate/late.ts',
      text: `export const late = part({ a: 'Too late' })`,
    },
    { file: 'services/desk/late.ts', text: `export const late = 'Too late'` },
  ]
  expect(textOutside(sources).map((line) => /“(.*)”/.exec(line)?.[1])).toEqual([
    'Press again',
    'Late',
    'too late',
  ])
})

test('finds what services answer in words of their own, except with a code', () => {
  const sources = [
    {
      file: 'events/messages/en/public.ts',
      text: `export const answers = { long: 'Too long', wait: 'Wait {seconds} s' }`,
    },
    {
      file: 'services/api/account/late.ts',
      text: `const words = ['Too long', 'Too late', \`Wait \${n} s\`, \`At \${at} or so\`]
        const why = () => ({ detail: 'Nobody is here', code: 'NOBODY' })`,
    },
    { file: 'services/api/import-export/late.ts', text: `const words = 'Too late'` },
  ]
  expect(textOutside(sources).map((line) => /“(.*)”/.exec(line)?.[1])).toEqual([
    'Too late',
    'At {} or so',
  ])
})

test('finds titles of commits with more than 72 characters', () => {
  const just = 'a'.repeat(72)
  expect(longTitles([just, `${just}b`])).toEqual([`commit "${just}b": 73 characters, more than 72`])
})

test('reads the titles of the newest 20 commits, and none where there is no history', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waggle-lint-'))
  const git = (...args: string[]) =>
    spawnSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {
      cwd: folder,
    })
  try {
    expect(newestTitles(folder)).toEqual([])
    git('init', '--quiet')
    expect(newestTitles(folder)).toEqual([])
    for (let n = 1; n <= 21; n++)
      git('commit', '--quiet', '--allow-empty', '-m', `Title ${n}`, '-m', 'Body')
    const titles = newestTitles(folder)
    expect([titles.length, titles[0], titles.at(-1)]).toEqual([20, 'Title 21', 'Title 2'])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('the project has no violations', () => {
  const sources = projectSources(resolve(import.meta.dirname, '../..'))
  expect(violations(sources)).toEqual([])
  expect(unusedExports(sources)).toEqual([])
  expect(largeFolders(sources)).toEqual([])
  expect(textOutside(sources)).toEqual([])
})
