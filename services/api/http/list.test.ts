import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { list } from './list.ts'
import { paging } from '../schema/http/common.ts'

const all = Array.from({ length: 7 }, (_, i) => i + 1)
const rows = {
  count: async () => ({ n: `${all.length}` }),
  rows: async (limit: number, offset: number) => all.slice(offset, offset + limit),
}
function requestFor(url: string): FastifyRequest {
  const { searchParams } = new URL(url, 'http://x')
  const query = { page: searchParams.get('page'), rowsPerPage: searchParams.get('rowsPerPage') }
  const present = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== null))
  return { url, query: z.object(paging).parse(present) } as unknown as FastifyRequest
}

test('reading page after page returns every row once', async () => {
  const results: number[] = []
  let url: string | null = '/api/x/?rowsPerPage=3'
  while (url) {
    const page: Awaited<ReturnType<typeof list<number>>> = await list(requestFor(url), rows)
    expect(page.count).toBe(7)
    results.push(...page.results)
    url = page.next
  }
  expect(results).toEqual(all)
})

test('next and previous are paths that keep every filter as the client spelled it', async () => {
  const page = await list(
    requestFor('/api/x?rowsPerPage=2&page=2&tournament_id=4&format=json'),
    rows,
  )
  expect(page.next).toBe('/api/x/?rowsPerPage=2&page=3&tournament_id=4&format=json')
  expect(page.previous).toBe('/api/x/?rowsPerPage=2&page=1&tournament_id=4&format=json')
})

test('a page after the last is not found; the first page of an empty list is empty', async () => {
  await expect(list(requestFor('/api/x/?page=9'), rows)).rejects.toMatchObject({ status: 404 })
  const nothing = { count: async () => ({ n: 0 }), rows: async () => [] }
  expect(await list(requestFor('/api/x/'), nothing)).toEqual({
    count: 0,
    next: null,
    previous: null,
    results: [],
  })
})

test('a page has at most 1000 rows', async () => {
  const limits: number[] = []
  const recorded = { count: rows.count, rows: async (limit: number) => (limits.push(limit), [1]) }
  await list(requestFor('/api/x/?rowsPerPage=100000'), recorded)
  expect(limits).toEqual([1000])
})
