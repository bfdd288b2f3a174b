import { fetchInTime } from '../../core/fetch-in-time.ts'
import { Failure } from '../../core/rest.ts'
import type { Address, PageOf } from '../../core/rest.ts'

/** As the public reads it, whoever is signed in at this browser: all of it is on air (P19). */
export async function readAsNobody<A>(
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

export async function rowsAsNobody<R>(path: Address<PageOf<R>>): Promise<R[]> {
  return (await readAsNobody(path)).results
}
