import type { z } from 'zod'
import type { accountApi } from './account.ts'
import type { displayApi } from './display.ts'
import type { gameApi } from './game.ts'
import type { historyApi } from './history.ts'
import type { matchApi } from './match.ts'
import type { Method } from './on.ts'
import type { pageLinkApi } from './page-link.ts'
import type { paymentApi } from './payment.ts'
import type { playerApi } from './player.ts'
import type { protestApi } from './protest.ts'
import type { registrationApi } from './registration.ts'
import type { stageApi } from './stage.ts'
import type { teamApi } from './team.ts'
import type { templateApi } from './template.ts'
import type { tournamentApi } from './tournament.ts'
import type { venueApi } from './venue.ts'
import type { videoApi } from './video.ts'

export type { Method }
/** Every route with its schemas. The only thing of the API that the console sees, and only as types. */
export type Routes = typeof accountApi &
  typeof displayApi &
  typeof gameApi &
  typeof historyApi &
  typeof matchApi &
  typeof pageLinkApi &
  typeof paymentApi &
  typeof playerApi &
  typeof protestApi &
  typeof registrationApi &
  typeof stageApi &
  typeof teamApi &
  typeof templateApi &
  typeof tournamentApi &
  typeof venueApi &
  typeof videoApi

/** Of the routes with that method. */
export type PathOf<M extends Method> = {
  [K in keyof Routes]: K extends `${M} ${infer Path}` ? Path : never
}[keyof Routes]

/** What stands in the address: in its path, and after the question mark. */
export type ValuesOf<K extends keyof Routes> = InAddress<Routes[K], 'params'> &
  InAddress<Routes[K], 'querystring'>
/** What is sent. */
export type BodyOf<K extends keyof Routes> = Routes[K] extends { body: infer B extends z.ZodType }
  ? z.input<B>
  : undefined
/** What comes back where it was done. */
export type AnswerOf<K extends keyof Routes> = Routes[K] extends { response: infer R }
  ? z.output<R[keyof R & Success] & z.ZodType>
  : unknown
type Success = 200 | 201 | 204

type InAddress<R, Part extends string> =
  R extends Record<Part, infer S extends z.ZodType> ? Texts<z.input<S>, z.output<S>> : object
/** Numbers are read from their text, where a schema takes anything and makes it one. */
type Texts<I, O> = {
  [P in keyof I]: unknown extends I[P] ? (P extends keyof O ? O[P] : never) : I[P]
}
