import type { z } from 'zod'
import type {
  CabinetId,
  MatchId,
  PersonId,
  PlayerId,
  ProtestId,
  QueueId,
  SceneId,
  StageId,
  TeamId,
  TournamentId,
} from '#events/ids.ts'
import { healthApi } from './http/common.ts'
import { accountApi } from './player/account.ts'
import { calendarApi } from './tournament/calendar.ts'
import { chatHookApi } from './webhook/chat-hook.ts'
import { announcementApi } from './tournament/announcement.ts'
import { onSiteApi } from './tournament/on-site.ts'
import { importExportApi } from './import-export/import-export.ts'
import { bracketImportApi } from './import-export/bracket-import.ts'
import { doorApi } from './player/door.ts'
import { displayApi } from './venue/display.ts'
import { gameApi } from './match/game.ts'
import { historyApi } from './match/history.ts'
import { matchApi } from './match/match.ts'
import { pageLinkApi } from './tournament/page-link.ts'
import { paymentApi } from './player/payment.ts'
import { pickupApi } from './venue/pickup.ts'
import { playerApi } from './player/player.ts'
import { practiceApi } from './tournament/practice.ts'
import { protestApi } from './match/protest.ts'
import { pushApi } from './tournament/push.ts'
import { registrationApi } from './player/registration.ts'
import { cabinetSignInApi } from './venue/cabinet-sign-in.ts'
import { stageApi } from './tournament/stage.ts'
import { statusApi } from './http/status.ts'
import { teamApi } from './player/team.ts'
import { templateApi } from './tournament/template.ts'
import { tournamentApi } from './tournament/tournament.ts'
import { venueApi } from './venue/venue.ts'
import { videoApi } from './match/video.ts'
import { webhookApi } from './webhook/webhook.ts'

/**
 * Every route with its schemas. It is all that the console imports from the API, and only as types.
 */
export const routes = {
  ...accountApi,
  ...announcementApi,
  ...calendarApi,
  ...chatHookApi,
  ...onSiteApi,
  ...importExportApi,
  ...bracketImportApi,
  ...displayApi,
  ...doorApi,
  ...gameApi,
  ...healthApi,
  ...historyApi,
  ...matchApi,
  ...pageLinkApi,
  ...paymentApi,
  ...pickupApi,
  ...playerApi,
  ...practiceApi,
  ...protestApi,
  ...pushApi,
  ...registrationApi,
  ...cabinetSignInApi,
  ...stageApi,
  ...statusApi,
  ...teamApi,
  ...templateApi,
  ...tournamentApi,
  ...venueApi,
  ...videoApi,
  ...webhookApi,
}
export type Routes = typeof routes
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The types of ids by the names of parameters; `:id` belongs to the object that the path names. */
type Kinds = {
  scene: SceneId
  tournament: TournamentId
  cabinet: CabinetId
  team: TeamId
  bracket: StageId
  match: MatchId
  queue: QueueId
  protest: ProtestId
  person: PersonId
  user: PersonId
  player: PlayerId
}
type KindOf<K, Name> = Name extends keyof Kinds
  ? Kinds[Name]
  : Name extends `${infer Kind extends keyof Kinds}Id`
    ? Kinds[Kind]
    : [Name, K] extends [
          'id',
          `${string} /api/${string}/${infer Kind extends keyof Kinds}/:id/${string}`,
        ]
      ? Kinds[Kind]
      : number
type OwnIds<K, Values> = {
  [Name in keyof Values]: Values[Name] extends infer V
    ? V extends number
      ? number extends V
        ? KindOf<K, Name>
        : V
      : V
    : never
}

/** The paths of the routes with that method. */
export type PathOf<M extends Method> = {
  [K in keyof Routes]: K extends `${M} ${infer Path}` ? Path : never
}[keyof Routes]

/** The parameters of a route's path and query. */
export type ValuesOf<K extends keyof Routes> = OwnIds<
  K,
  InAddress<Routes[K], 'params'> & InAddress<Routes[K], 'querystring'>
>
/** The body as a client sends it. */
export type BodyOf<K extends keyof Routes> = Routes[K] extends { body: infer B extends z.ZodType }
  ? OwnIds<K, z.input<B>>
  : undefined
/** A part of the request as a handler gets it, parsed by its schema. */
export type RequestPart<K extends keyof Routes, Part extends 'params' | 'querystring' | 'body'> =
  Routes[K] extends Record<Part, infer S extends z.ZodType> ? OwnIds<K, z.output<S>> : unknown
/** The body of a successful response. */
export type AnswerOf<K extends keyof Routes> = Routes[K] extends { response: infer R }
  ? z.output<R[keyof R & Success] & z.ZodType>
  : unknown
type Success = 200 | 201 | 204

type InAddress<R, Part extends string> =
  R extends Record<Part, infer S extends z.ZodType> ? Texts<z.input<S>, z.output<S>> : object
/** Coerced parameters accept anything as input, so they get the type of their output. */
type Texts<I, O> = {
  [P in keyof I]: unknown extends I[P] ? (P extends keyof O ? O[P] : never) : I[P]
}
