import { expect, test } from 'vitest'
import { keyColumnsOf, keyOf, primaryKeyOf, tableNames } from './keys.ts'

test('the primary key of a row can be derived from its key', () => {
  const row = { id: 5, tournament: 4, cabinet: 6, bracket: 7, team: 8, player: 9, game: 'a:b' }
  for (const table of tableNames) {
    const key = (keyOf[table] as (row: object) => string)(row)
    const columns = keyColumnsOf(table, row.tournament, key)
    for (const column of primaryKeyOf(table)) {
      expect(`${columns[column]}`).toBe(`${row[column as keyof typeof row]}`)
    }
  }
  expect(keyOf.standing(row as never)).toBe('7:8')
  expect(primaryKeyOf('standing')).toEqual(['tournament', 'bracket', 'team'])
  expect(primaryKeyOf('match')).toEqual(['id'])
})
