// Lists of servers with a long history: a page of them costs no more than a page of a short list.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { startApp } from '../support/app.ts'
import type { App } from '../support/app.ts'

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app?.stop())

async function createScenes(from: number, to: number): Promise<void> {
  await sql`insert into kept.scene (id, name, display_name)
    select i, 'scene' || i, 'Scene ' || i from generate_series(${from}::int, ${to}::int) i`.execute(
    app.store.db,
  )
}

async function scenes(query = '') {
  const response = await fetch(`${app.url}/api/game/scene/?rowsPerPage=3${query}`)
  return (await response.json()) as { count: number; next: string | null; results: object[] }
}

test('the count of a list is current, except that a large one is reused for a while', async () => {
  await createScenes(1, 1_998)
  expect((await scenes()).count).toBe(1_998)
  await createScenes(1_999, 2_000)
  expect((await scenes()).count).toBe(2_000)
  await createScenes(2_001, 2_003)
  expect((await scenes()).count).toBe(2_000)
  const { count, results, next } = await scenes('&page=667')
  expect([count, results.length], 'rows beyond the count: it is taken anew').toEqual([2_003, 3])
  expect(next).toContain('page=668')
  expect((await scenes('&page=668')).results).toHaveLength(2)
})
