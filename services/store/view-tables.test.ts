import { expect, test } from 'vitest'
import { z } from 'zod'
import { tables } from '#events/schema/rows.ts'
import { tableNames } from '#events/view/keys.ts'
import { ddl, snake, viewTables, viewTablesOf } from './view-tables.ts'

test('a field added to the schema of a row becomes a column of its table', () => {
  const more = { foundedIn: z.int(), motto: z.string().nullable(), wins: z.array(z.int()) }
  const { team } = viewTablesOf({ ...tables, team: tables.team.extend(more) })
  expect(team?.columns).toEqual({
    ...viewTables['team']?.columns,
    founded_in: 'integer not null',
    motto: 'text',
    wins: 'jsonb not null',
  })
  expect(ddl({ team: team! })).toContain('founded_in integer not null')
})

test('every row schema has a table with all its columns, including the key', () => {
  for (const name of tableNames) {
    const { columns, primaryKey } = viewTables[snake(name)]!
    expect(Object.keys(columns)).toHaveLength(Object.keys(tables[name].shape).length)
    expect(Object.keys(columns)).toEqual(expect.arrayContaining(primaryKey))
  }
})

test('a field without a matching column type is refused', () => {
  const odd = tables.team.extend({ secret: z.symbol() })
  expect(() => viewTablesOf({ ...tables, team: odd })).toThrow(
    'no column for a field of the type symbol',
  )
})
