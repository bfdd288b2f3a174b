import { z } from 'zod'
import { hashOf, notFound, notSignedIn, signIn, signOut } from '../web/index.ts'
import type { Context } from './context.ts'
import { Done } from './rows.ts'

const Me = z.object({
  id: z.int().nullable(),
  name: z.string(),
  isOwner: z.boolean(),
  roles: z.array(z.object({ scene: z.int(), role: z.enum(['admin', 'tournament']) })),
})
const Code = z.object({ code: z.string().min(1).max(200) })
const To = z.object({ to: z.string().max(500).optional() })

export function userRoutes({ web, store }: Context): void {
  web.get(
    '/api/user/me/',
    { config: { access: 'readMe' }, schema: { response: { 200: Me } } },
    async ({ person }) => {
      if (!person) throw notSignedIn()
      const { id, name, isOwner } = person
      return {
        id,
        name,
        isOwner,
        roles: [...person.roles].map(([scene, role]) => ({ scene, role })),
      }
    },
  )

  web.post(
    '/api/user/sign-out/',
    { config: { access: 'signOut' }, schema: { response: { 200: Done } } },
    async (request, reply) => {
      await signOut(store, { request, reply })
      return { success: true as const }
    },
  )
}

/** One click signs in: for the seeded persons of a machine of one's own, never on a real one. */
export function oneClickRoutes({ web, store }: Context): void {
  web.get(
    '/api/user/sign-in/:code/',
    { config: { access: 'signIn' }, schema: { params: Code, querystring: To } },
    async (request, reply) => {
      const found = await store.db
        .selectFrom('kept.signIn')
        .select('person')
        .where('codeHash', '=', hashOf(request.params.code))
        .executeTakeFirst()
      if (!found) throw notFound()
      await signIn(store, found.person, { request, reply })
      return reply.header('cache-control', 'no-store').redirect(ownPath(request.query.to))
    },
  )
}

/** Never to another site: `//elsewhere` and `/\elsewhere` are addresses too. */
function ownPath(to = '/'): string {
  const here = 'http://waggle.invalid'
  if (!to.startsWith('/') || !URL.canParse(to, here)) return '/'
  const url = new URL(to, here)
  return url.origin === here ? `${url.pathname}${url.search}${url.hash}` : '/'
}
