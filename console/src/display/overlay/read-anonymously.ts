import { fetchInTime } from '../../core/connection/fetch-in-time.ts'
import { Failure } from '../../core/rest.ts'
import type { Address, PageOf } from '../../core/rest.ts'

/** Reads without credentials what the public may see, since all of it goes on air (P19). */
export async function readAnonymously<A>(
  path: Address<A>,
  headers: Record<string, string> = {},
): Promise<A> {
  const response = await fetchInTime(path, {
    headers: { Accept: 'application/json', ...headers },
    credentials: 'omit',
  })
  if (!response.ok) throw new Failure(response.status, '')
  return (await response.json()) as A
}

export async function readRowsAnonymously<R>(path: Address<PageOf<R>>): Promise<R[]> {
  return (await readAnonymously(path)).results
}
