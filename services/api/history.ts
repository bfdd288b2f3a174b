import { z } from 'zod'
import { Commit } from '../../events/commit.ts'
import type { Context } from './context.ts'
import type { Homes } from './home.ts'
import { ById } from './ids.ts'
import { countOf } from '../store/index.ts'
import { list, listOf, paging } from './list.ts'
import { send } from './send.ts'
import { write } from './write.ts'

const Version = z.coerce
  .number()
  .int()
  .min(1)
  .max(2 ** 31 - 1)
const Span = z.object({ ...paging, from: Version.optional(), to: Version.optional() })
/** The commit as the log has it, and the name of who did it: for officials only. */
const Line = z.object({
  ...Commit.shape,
  command: z.unknown(),
  events: z.array(z.unknown()),
  byName: z.string().nullable(),
})
const Undo = z.object({
  version: z
    .int()
    .min(1)
    .max(2 ** 31 - 1),
})

/** What was done, by whom, and taking it back (R-UN-1). */
export function historyRoutes(context: Context, homes: Homes): void {
  const { web, store } = context
  const url = '/api/tournament/tournament/:id'

  web.get(
    `${url}/history/`,
    {
      config: { access: 'readHistory', scene: homes.ofTournament },
      schema: { params: ById, querystring: Span, response: { 200: listOf(Line) } },
    },
    (request) => {
      const { from = 1, to = 2 ** 31 - 1 } = request.query
      const found = store.db
        .selectFrom('kept.witness')
        .where('tournament', '=', request.params.id)
        .where('version', '>=', from)
        .where('version', '<=', to)
      return list(request, {
        count: () => countOf(found),
        rows: async (limit, offset) => {
          const rows = found.select('commit').orderBy('version').limit(limit).offset(offset)
          const commits = (await rows.execute()).map((row) => row.commit)
          const names = await namesOf(commits)
          return commits.map((commit) => ({ ...commit, byName: nameIn(names, commit.by) }))
        },
      })
    },
  )

  web.put(
    `${url}/undo/`,
    {
      config: { access: 'undo', scene: homes.ofTournament },
      schema: {
        params: ById,
        body: Undo,
        response: { 200: z.object({ success: z.literal(true), version: z.int() }) },
      },
    },
    (request, reply) =>
      write(context, { request, reply }, async (errand) => {
        const { version } = await send(context, errand, { type: 'Undo', ...request.body })
        return { success: true as const, version }
      }),
  )

  async function namesOf(commits: Commit[]): Promise<Map<number, string>> {
    const persons = commits.flatMap(({ by }) => (by.kind === 'person' ? [by.id] : []))
    if (persons.length === 0) return new Map()
    const rows = await store.db
      .selectFrom('kept.person')
      .select(['id', 'name'])
      .where('id', 'in', [...new Set(persons)])
      .execute()
    return new Map(rows.map(({ id, name }) => [id, name]))
  }
}

function nameIn(names: Map<number, string>, by: Commit['by']): string | null {
  return by.kind === 'person' ? (names.get(by.id) ?? null) : by.name
}
