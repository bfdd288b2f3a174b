import { z } from 'zod'
import {
  Id,
  IdFilter,
  paging,
  toOne,
  listBy,
  nameOf,
  bytesOf,
  textOf,
  byId,
} from '../http/common.ts'
import { ForcedRemoval } from '../http/bodies.ts'

/** An answer to a question: text, ticked or not, or several choices. */
export const Answer = z.union([z.string().max(5_000), z.boolean(), z.array(z.string()).max(100)])
const Money = z.string().regex(/^\d{1,6}(\.\d{1,2})?$/, 'Dollars, such as 12.50')
export const PaymentChoice = z.object({
  paymentOption: z.object({ id: z.int().optional(), name: z.string().max(200), price: Money }),
  quantity: z.int().min(0).max(1_000).default(1),
  customPrice: Money.nullable().default(null),
})

/**
 * Everyone sees the first group of fields, unless the player is not displayed. Officials see the
 * second group too. Admins of the scene and the player see all, with each answer also under its
 * question's name.
 */
export const PlayerBody = z
  .looseObject({
    id: z.int(),
    tournament: z.int(),
    /** the home scene, as typed */
    scene: z.string(),
    name: z.string(),
    pronouns: z.string(),
    tidbit: z.string(),
    image: z.string().nullable(),
    team: z.int().nullable(),

    doNotDisplay: z.boolean().optional(),
    checkInTime: z.string().nullable().optional(),

    email: z.string().nullable().optional(),
    /** cents */
    price: z.int().optional(),
    /** the part of the price that is paid or waived, in cents */
    settled: z.int().optional(),
    paid: z.boolean().optional(),
    registrationTime: z.string().optional(),
    selectedPaymentOptions: z.array(PaymentChoice).optional(),
    user: z.int().nullable().optional(),
    answers: z.record(z.string(), Answer.nullable()).optional(),
  })
  .meta({ id: 'Player' })

const required = 'Player name is required'
export const Fields = z.looseObject({
  name: nameOf(100, required),
  pronouns: z.string().trim().max(50, 'Too long'),
  scene: z.string().trim().max(60, 'Too long'),
  tidbit: z.string().trim().max(1_000, 'Too long'),
  image: z.string().max(700_000).nullable(),
  doNotDisplay: z.boolean(),
  email: z.email().max(254).nullable(),
  /** cents */
  price: z.int().min(0).max(100_000_000),
  paid: z.boolean(),
  /** any value sets the time of the server's clock; null removes it (P17) */
  checkInTime: z.union([z.iso.datetime({ offset: true }), z.literal('now')]).nullable(),
  selectedPaymentOptions: z.array(PaymentChoice).max(50),
  user: Id.nullable(),
  team: Id.nullable(),
  answers: z.record(z.string().max(60), Answer.nullable()),
})
export const Change = Fields.partial()
export type Change = z.infer<typeof Change>
const Replacement = Change.extend({ name: Fields.shape.name })
export const NewPlayer = Replacement.extend({ tournament: Id })
export type NewPlayer = z.infer<typeof NewPlayer>

const YesNo = z.enum(['true', 'false']).optional()
export const keys = ['name', 'team', 'checkInTime', 'registrationTime', 'price'] as const
const Ordering = z.enum([...keys, ...keys.map((key) => `-${key}` as const)]).optional()
const playerFilters = {
  tournamentId: IdFilter,
  tournament: IdFilter,
  teamId: IdFilter,
  team: IdFilter,
  /** part of a name; private fields cannot be searched, as queries are in addresses (P19) */
  search: z.string().trim().max(100).optional(),
  freeAgent: YesNo,
  checkedIn: YesNo,
  paid: YesNo,
  ordering: Ordering,
}
const AllPlayerFilters = z.object(playerFilters)
export type PlayerFilters = z.infer<typeof AllPlayerFilters>

const PlayerListFilters = z.object({ ...paging, ...playerFilters })

const ImageById = z.object({ id: z.string().regex(/^[\w-]{20,60}$/) })

export const playerApi = {
  'GET /api/tournament/tournament/:id/players.csv': byId(textOf('text/csv')),
  'GET /api/tournament/player/': listBy(PlayerListFilters, PlayerBody),
  'GET /api/tournament/player/:id/': byId(PlayerBody),
  'POST /api/tournament/player/': { body: NewPlayer, response: { 201: PlayerBody } },
  /** `force` removes the player even with money that was not given back. */
  'DELETE /api/tournament/player/:id/': ForcedRemoval,
  'GET /api/image/:id/': { params: ImageById, response: { 200: bytesOf<Uint8Array>('image/*') } },
  'PUT /api/tournament/player/:id/': toOne(Replacement, PlayerBody),
  'PATCH /api/tournament/player/:id/': toOne(Change, PlayerBody),
}
