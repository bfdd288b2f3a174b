// A crawler for statistics. It counts pages itself and reads until one is not there or is empty; it
// makes whole numbers of all ids.
import { need } from './socket.ts'
import type { Json } from './socket.ts'

export async function crawl(url: string, path: string): Promise<Json[]> {
  const found: Json[] = []
  for (let page = 1; ; page++) {
    const answer = await fetch(`${url}${path}&page=${page}&rows_per_page=50`)
    const body = (await answer.json()) as Json
    const results: Json[] = body['results'] ?? []
    if (results.length === 0) return found
    need(answer.status === 200, `${path}: ${answer.status}`)
    for (const row of results) {
      const ids = [row['id'], row['tournament']?.id, row['cabinet']?.id].filter(
        (id) => id !== undefined,
      )
      need(
        ids.every((id) => Number.isSafeInteger(Number.parseInt(`${id}`, 10))),
        'whole numbers',
      )
    }
    found.push(...results)
  }
}
