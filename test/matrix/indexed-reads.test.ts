// What a request reads must not grow with the years: rows are found through an index.
import { expect, test } from 'vitest'
import { recordStatements, unindexedSearches } from '../support/plans.ts'
import { newGame, startTwoScenes } from '../support/two-scenes.ts'
import { matrixRoutes } from './index.ts'
import { newTarget, requestRoute } from './request-route.ts'

type Operation = { parameters?: { in?: string; name?: string }[] }

test('no statement searches a table by a column that has no index', async () => {
  const statements = recordStatements()
  const fixture = await startTwoScenes({ practiceTimes: null })
  try {
    const game = await newGame(fixture, { cabinet: fixture.cabinet })
    const cases = matrixRoutes(() => game)
    const target = await newTarget(fixture, game)
    const { cabinet, scene } = fixture
    const ids: Record<string, unknown> = { ...target, cabinet, scene, game }
    const { paths } = (await fixture.call('anonymous', 'GET', '/api/docs/json/')).body
    for (const route of Object.keys(cases).filter((key) => key.startsWith('GET '))) {
      const path = route.slice('GET '.length)
      const { get }: { get?: Operation } = paths[path.replaceAll(/:(\w+)/g, '{$1}')] ?? {}
      for (const { in: place, name = '' } of get?.parameters ?? []) {
        if (place !== 'query' || name === '') continue
        const id = ids[name.replace(/Id$/, '')] ?? 1
        const url = `${path.replaceAll(/:\w+/g, '1')}?${name}=${JSON.stringify(id)}`
        await fixture.call('key', 'GET', url)
      }
    }
    const deletesLast = Object.keys(cases).toSorted(
      (a, b) => Number(a.startsWith('DELETE')) - Number(b.startsWith('DELETE')),
    )
    for (const who of ['official', 'owner', 'key'] as const)
      for (const key of deletesLast) await requestRoute(fixture, cases, { who, key, target, game })
    statements.stop()
    const { pool } = fixture.app.store
    expect(statements.all.size).toBeGreaterThan(200)
    const found: string[] = []
    for (const statement of statements.all.values())
      for (const search of await unindexedSearches(pool, statement))
        found.push(`${search} in ${statement.text}`)
    expect(found).toEqual([])
  } finally {
    statements.stop()
    await fixture.app.stop()
  }
})
