// Sign-in of players by the code on a cabinet, with their account or as a guest with a name.
import type { FastifyRequest } from 'fastify'
import type { CabinetId, PersonId } from '#events/ids.ts'
import { cardWaitMs } from '#events/rules/time-limits.ts'
import { summaryOf } from '../api/schema/summaries/index.ts'
import { cabinetSignInApi } from '../api/schema/venue/cabinet-sign-in.ts'
import { signedInAt } from '../queries/index.ts'
import type { Store } from '../store/index.ts'
import {
  Rejection,
  authenticate,
  enforceLimit,
  enforceNetworkLimit,
  notFound,
  wrongFields,
} from '../web/index.ts'
import type { Web } from '../web/index.ts'
import { signInEvent, minute, signIn, tapLimit, wrongTokens } from './sign-in.ts'
import type { Options } from './sign-in.ts'

/** Limit for each cabinet and address, because a whole venue may share one address. */
const addressTaps = { most: 30, windowMs: minute }

export function codeSignInRoutes(app: Web, options: Options): void {
  const { store, storeFact } = options
  cardRoute(app, options)

  app.get(
    '/api/stats/signin/code/:code/',
    {
      config: { access: 'readPublic' },
      schema: described('GET /api/stats/signin/code/:code/'),
    },
    async ({ params: { code }, ip }) => {
      const { names: _, ...cabinet } = await cabinetOf(store, code, ip)
      return { cabinet, signedIn: await signedInAt(store, cabinet.id, Date.now()) }
    },
  )

  app.post(
    '/api/stats/signin/code/',
    {
      config: { access: 'signInAtCabinet' },
      schema: described('POST /api/stats/signin/code/'),
    },
    async (request) => {
      const { code, action, position, guest } = request.body
      const { ip } = request
      const { id: cabinet } = await cabinetOf(store, code, ip)
      await enforceNetworkLimit(store, { of: `sign-in code ${cabinet}`, ip }, addressTaps)
      await enforceLimit(store, `sign-in code of ${cabinet}`, tapLimit)
      if (action === 'sign_out') {
        await storeFact(cabinet, signInEvent('signOut', [position]))
      } else if (guest === undefined) {
        const person = await ownerOf(store, request)
        if (person === null) throw wrongFields({ guest: ['Enter your name'] })
        await signIn(options, { cabinet, position, person })
      } else {
        await storeFact(
          cabinet,
          signInEvent('signIn', [position, -(await newGuest(store, cabinet, guest))]),
        )
      }
      return { success: true as const }
    },
  )
}

/** The next card that is read at the cabinet in time will be the person's own. */
function cardRoute(app: Web, { store, log }: Pick<Options, 'store' | 'log'>): void {
  app.post(
    '/api/stats/signin/register/',
    {
      config: { access: 'changeMe' },
      schema: described('POST /api/stats/signin/register/'),
    },
    async ({ body: { code, reader }, person, ip }) => {
      if (!person?.id) throw notFound()
      const { id: cabinet, names } = await cabinetOf(store, code, ip)
      if (!(await awaitCard(store, cabinet, person.id)))
        throw new Rejection(409, { code: 'CARD_AWAITED' })
      const news = { type: 'nfc_register', cabinet, reader, person: person.id, names }
      log.publish(`signin.${cabinet}`, news)
      return { success: true as const }
    },
  )
}

/** False while somebody else's card is awaited at this cabinet. */
async function awaitCard({ db }: Store, cabinet: CabinetId, person: PersonId): Promise<boolean> {
  const now = Date.now()
  const offer = { cabinet, person, expiresAt: new Date(now + cardWaitMs) }
  const stored = await db
    .insertInto('kept.cardRegistration')
    .values(offer)
    .onConflict((conflict) =>
      conflict
        .column('cabinet')
        .doUpdateSet(offer)
        .where(({ eb, or }) =>
          or([
            eb('kept.cardRegistration.person', '=', person),
            eb('kept.cardRegistration.expiresAt', '<=', new Date(now)),
          ]),
        ),
    )
    .returning('cabinet')
    .executeTakeFirst()
  return stored !== undefined
}

/** The person signed in on this browser; null for a paired tablet. */
async function ownerOf(store: Store, request: FastifyRequest): Promise<number | null> {
  const person = await authenticate(store, request)
  return person?.session && !person.session.paired ? person.id : null
}

async function cabinetOf(store: Store, code: string, ip: string) {
  const row = await store.db
    .selectFrom('kept.cabinetCode')
    .innerJoin('kept.cabinet', 'kept.cabinet.id', 'kept.cabinetCode.cabinet')
    .innerJoin('kept.scene', 'kept.scene.id', 'kept.cabinet.scene')
    .select(['kept.cabinet.id', 'kept.cabinet.displayName'])
    .select(['kept.scene.displayName as sceneName', 'kept.scene.name as scene'])
    .select('kept.cabinet.name')
    .where('kept.cabinetCode.code', '=', code)
    .executeTakeFirst()
  if (row) {
    const { id, displayName, sceneName, scene, name } = row
    return { id, displayName, sceneName, names: { sceneName: scene, cabinetName: name } }
  }
  await enforceNetworkLimit(store, { of: 'sign-in token', ip }, wrongTokens)
  throw notFound()
}

async function newGuest({ db }: Store, cabinet: number, name: string): Promise<number> {
  const { id } = await db
    .insertInto('kept.guest')
    .values({ name, cabinet })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

function described<K extends keyof typeof cabinetSignInApi>(key: K) {
  return { ...cabinetSignInApi[key], summary: summaryOf(key) }
}
