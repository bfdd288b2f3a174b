// A crawler for statistics. It counts pages itself and reads until one is missing or empty, and it
// parses all ids as integers.
import { assert } from './socket.ts'
import type { Json } from './socket.ts'

export async function crawl(url: string, path: string): Promise<Json[]> {
  const rows: Json[] = []
  for (let page = 1; ; page++) {
    const answer = await fetch(`${url}${path}&page=${page}&rows_per_page=50`)
    const body = (await answer.json()) as Json
    const results: Json[] = body['results'] ?? []
    if (results.length === 0) return rows
    assert(answer.status === 200, `${path}: ${answer.status}`)
    for (const row of results) {
      const ids = [row['id'], row['tournament']?.id, row['cabinet']?.id].filter(
        (id) => id !== undefined,
      )
      assert(
        ids.every((id) => Number.isSafeInteger(Number.parseInt(`${id}`, 10))),
        'whole numbers',
      )
    }
    rows.push(...results)
  }
}
