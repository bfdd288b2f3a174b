import { Message } from '#events/schema/parts/message.ts'
import { z } from 'zod'
import { maxPasswordCharacters } from '#events/rules/limits.ts'
import { paging, ById, Id, IdText, toOne, nameOf, Redirect, byId, listBy } from '../http/common.ts'
import { NoContent, Done, SceneBrief, IdAndName, Removal } from '../http/bodies.ts'

export const Role = z.enum(['admin', 'tournament'])

/** Stored and compared in lower case. */
const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'Too long')
  .pipe(z.email('Not a valid e-mail address'))

/** A password as typed at sign-in; the rules for new passwords are checked elsewhere. */
const Password = z.string().min(1, 'Enter your password').max(1_000, 'Too long')
const NewPassword = z.string().max(1_000, `At most ${maxPasswordCharacters} characters`)
const PersonName = nameOf(100, 'Enter your name')

/**
 * `read`: reading like an official; `displays`: controlling screens and overlays; else like the
 * role
 */
const KeyRights = z.enum(['read', 'displays', 'official', 'admin'])
const KeyBody = z.object({
  id: z.int(),
  name: z.string(),
  /** null if the key has all rights of its person, in all scenes */
  scope: z.object({ scene: z.int(), sceneName: z.string(), rights: KeyRights }).nullable(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
  /** null if the key does not expire */
  endsAt: z.string().nullable(),
})
const WithKey = KeyBody.extend({
  /** returned only once */
  key: z.string(),
})
/** Strict: a misspelt limit that was ignored would give the key more rights than intended. */
const NewKey = z.strictObject({
  name: nameOf(60, 'What is it for?'),
  /** if missing, the key has all rights of its person, in all scenes */
  scope: z.strictObject({ scene: Id, rights: KeyRights }).nullish(),
  endsAt: z.iso.datetime({ offset: true, error: 'Not a valid time' }).nullish(),
  /** the current password, needed because a key outlives the session */
  current: Password.optional(),
})

/** The successor where the person is a scene's last admin or the site's only owner. */
const Handover = z.object({ handTo: Id.optional() })
const EraseMe = Handover.extend({ current: Password.optional() })

const PasswordChange = z.object({ current: Password.optional(), password: NewPassword })
const EmailChange = z.object({ current: Password.optional(), email: Email })
const EmailChanged = z.object({
  changed: z.boolean(),
  detail: z.string().nullable(),
  message: Message.nullable(),
})
/** `doNotDisplay` hides the person's name at cabinets from others */
const MeChange = z.object({
  name: PersonName.optional(),
  doNotDisplay: z.boolean().optional(),
  /** others may read their profile and totals */
  isProfilePublic: z.boolean().optional(),
})
const Code = z.object({ code: z.string().min(1).max(200) })
const RoleAccepted = z.object({ scene: SceneBrief, role: Role })

const Notices = z.object({
  invitations: z.array(z.object({ id: z.int(), scene: SceneBrief, role: Role })),
  /** reset links made by others for this account; `madeBy` is null for a key or an erased person */
  resetLinks: z.array(z.object({ id: z.int(), madeBy: z.string().nullable(), madeAt: z.string() })),
})

const Provider = z.object({ provider: z.string().regex(/^[a-z]{1,20}$/) })
const RedirectTarget = z.object({ to: z.string().max(500).default('/') })
const RedirectUrl = z.object({ url: z.string() })

const ResetRequested = z.object({
  sent: z.boolean(),
  detail: z.string(),
  message: Message.nullable(),
})
const FinishReset = z.object({ code: z.string().min(1).max(200), password: NewPassword })
const PersonOrEmail = z
  .object({ person: Id.optional(), email: Email.optional() })
  .refine(({ person, email }) => (person === undefined) !== (email === undefined), {
    message: 'Send either a person or an e-mail address',
  })
const ResetLink = z.object({ link: z.string(), expiresAt: z.string() })

const RoleHolder = z.object({ person: IdAndName, role: Role })
const Offer = z.object({ id: z.int(), email: z.string(), role: Role, expiresAt: z.string() })
/** Strict, so that a limit that Waggle does not have, such as an end, is not ignored. */
export const RoleRequest = z
  .strictObject({ person: Id.optional(), email: Email.optional(), role: Role })
  .refine(({ person, email }) => (person === undefined) !== (email === undefined), {
    message: 'Send either a person or an e-mail address',
  })

/**
 * The role is granted immediately to somebody who has a role in the scene already; others get an
 * invitation, as nobody has a role in a scene without accepting it.
 */
const RoleGranted = z.object({
  role: Role,
  person: IdAndName.nullable(),
  invitation: Offer.extend({ link: z.string(), mailed: z.boolean() }).nullable(),
})
const OfScene = z.object({ id: IdText, person: IdText })
const OfOffer = z.object({ id: IdText, invitation: IdText })
export type RoleRequest = z.infer<typeof RoleRequest>

const Options = z.object({
  /** whether the next person who signs up becomes the site's owner */
  isFirst: z.boolean(),
  sendsMail: z.boolean(),
  providers: z.array(z.object({ id: z.string(), name: z.string() })),
  passwordLength: z.object({ least: z.int(), recommended: z.int(), most: z.int() }),
})
/** The page that the link in the confirmation mail leads back to. */
const mailedTo = { to: z.string().max(2_000).optional() }
export const NewPerson = z.object({
  name: PersonName,
  email: Email,
  password: NewPassword,
  ...mailedTo,
  /** the scene from whose page the person signs up, or the code of an invitation */
  scene: z.string().max(100).optional(),
  invitation: z.string().max(200).optional(),
})
export const SignUpResult = z.object({
  signedIn: z.boolean(),
  detail: z.string().nullable(),
  message: Message.nullable(),
})
export const Credentials = z.object({ email: Email, password: Password })
/** Somebody who has not confirmed their e-mail is sent the confirmation mail again. */
const SignIn = Credentials.extend(mailedTo)
const Confirmed = z.object({ code: z.string().min(1).max(200), password: Password })

const SessionBody = z.object({
  id: z.int(),
  /** name of the browser */
  device: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  /** whether it is the session of this request */
  isThis: z.boolean(),
})

const Me = z.object({
  id: z.int().nullable(),
  name: z.string(),
  /** private: not visible to anybody else, nor to a key for one scene */
  email: z.string().nullable(),
  emailVerified: z.boolean(),
  /** false if the person signs in through a provider */
  hasPassword: z.boolean(),
  isOwner: z.boolean(),
  /** set for a tablet that may only officiate at one cabinet (R-PE-4) */
  paired: z
    .object({ scene: z.int(), cabinet: z.int(), name: z.string(), cabinetName: z.string() })
    .nullable(),
  /** scenes in which this session may only read */
  readOnlyIn: z.array(z.int()),
  roles: z.array(z.object({ scene: z.int(), sceneName: z.string(), role: Role })),
  /** what others may see of the person; null if not a person */
  shown: z.object({ doNotDisplay: z.boolean(), isProfilePublic: z.boolean() }).nullable(),
})
/** Nobody if the visitor is not signed in, which is no error. */
const Visitor = z.object({ person: Me.nullable() })
const SignInTo = z.object({ to: z.string().max(500).optional() })

export const accountApi = {
  'GET /api/user/key/': listBy(z.object(paging), KeyBody),
  'POST /api/user/key/': { body: NewKey, response: { 201: WithKey } },
  'DELETE /api/user/key/:id/': Removal,
  'DELETE /api/user/me/': { body: EraseMe, response: { 204: NoContent } },
  'DELETE /api/user/:id/': { params: ById, body: Handover, response: { 204: NoContent } },
  'PATCH /api/user/me/': { body: MeChange, response: { 200: IdAndName } },
  'PUT /api/user/password/': { body: PasswordChange, response: { 200: Done } },
  'PUT /api/user/email/': { body: EmailChange, response: { 200: EmailChanged } },
  'POST /api/user/email/confirm/': { body: Code, response: { 200: Done } },
  'POST /api/user/role/': { body: Code, response: { 200: RoleAccepted } },
  'GET /api/user/notice/': { response: { 200: Notices } },
  'POST /api/user/invitation/:id/': byId(RoleAccepted),
  'DELETE /api/user/invitation/:id/': Removal,
  'DELETE /api/user/notice/:id/': Removal,
  'POST /api/user/oauth/:provider/': {
    params: Provider,
    body: RedirectTarget,
    response: { 200: RedirectUrl },
  },
  'GET /api/user/oauth/callback/:provider/': {
    params: Provider,
    response: { 302: Redirect },
  },
  'POST /api/user/reset/': { body: z.object({ email: Email }), response: { 200: ResetRequested } },
  'POST /api/user/reset/finish/': { body: FinishReset, response: { 200: Done } },
  'POST /api/user/reset/link/': { body: PersonOrEmail, response: { 200: ResetLink } },
  'PUT /api/tournament/scene/:id/role/': toOne(RoleRequest, RoleGranted),
  'DELETE /api/tournament/scene/:id/role/:person/': {
    params: OfScene,
    response: { 204: NoContent },
  },
  'DELETE /api/tournament/scene/:id/invitation/:invitation/': {
    params: OfOffer,
    response: { 204: NoContent },
  },
  'GET /api/user/options/': { response: { 200: Options } },
  'POST /api/user/sign-up/': { body: NewPerson, response: { 201: SignUpResult } },
  'POST /api/user/sign-in/': { body: SignIn, response: { 200: Done } },
  'POST /api/user/confirm/': { body: Confirmed, response: { 200: Done } },
  'GET /api/user/session/': listBy(z.object(paging), SessionBody),
  'DELETE /api/user/session/:id/': Removal,
  'POST /api/user/sign-out-everywhere/': { response: { 200: Done } },
  'GET /api/user/me/': { response: { 200: Me } },
  'GET /api/user/visitor/': { response: { 200: Visitor } },
  'POST /api/user/sign-out/': { response: { 200: Done } },
  'GET /api/user/sign-in/:code/': {
    params: Code,
    querystring: SignInTo,
    response: { 302: Redirect },
  },
  'GET /api/tournament/scene/:id/role/': { params: ById, ...listBy(z.object(paging), RoleHolder) },
  'GET /api/tournament/scene/:id/invitation/': { params: ById, ...listBy(z.object(paging), Offer) },
}
