import type { Context, WriteContext } from '../context.ts'

const mostSince = 50
const withinMs = 2_000

/** What others have done since the version the sender saw, newest last (R-CMD-2). */
export async function commitsSince(
  { states, projected }: Context,
  { request, tournament }: WriteContext,
  version: number,
) {
  await projected(tournament, version, withinMs)
  const told = await states.histories.projected(tournament)
  const since = told.slice(request.expectedVersion ?? version, version).slice(-mostSince)
  const commits = since.map(({ version, at, by, device, words }) => {
    return { version, at, by: by.kind, device, text: words }
  })
  return { commits }
}
