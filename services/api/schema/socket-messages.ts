import { z } from 'zod'
import { CabinetEvent, Upload } from '../../../events/schema/cabinet-facts.ts'
import { tables } from '../../../events/schema/rows.ts'
import { OverlayBody } from './display.ts'

// What sockets say and are told, for the document of `/api/docs/async/`; a test holds it to what is heard.
const id = z.int()
const time = z.string()
const tally = z.record(z.string(), z.number())
const byColour = z.object({ blue: z.number(), gold: z.number() })

const Commit = z.object({
  id: z.string(),
  by: z.enum(['person', 'key', 'service']),
  device: z.string().nullable(),
  text: z.string(),
  undoes: id.nullable(),
  undone: z.array(id).optional(),
  matches: z.array(id),
  cabinets: z.array(id),
})
const of = { tournament: id, version: id }
const change = { at: time, commit: Commit }
const tableNames = Object.keys(tables) as (keyof typeof tables)[]
const changed = Object.fromEntries(
  tableNames.map((table) => [
    table,
    z.object({ put: z.array(tables[table]), gone: z.array(z.string()) }).optional(),
  ]),
)
const whole = Object.fromEntries(tableNames.map((table) => [table, z.array(tables[table])]))
/** Numbers of a running game; players by position. */
const ingameStats = {
  mapName: z.string(),
  gameTime: z.number(),
  berriesRemaining: z.number(),
  haveBerries: z.array(id),
  berriesDeposited: tally,
  berriesKickedIn: tally,
  totalBerries: tally,
  kills: tally,
  deaths: tally,
  militaryKills: tally,
  militaryDeaths: tally,
  queenKills: tally,
  snailDistance: tally,
}
const Live = z.object({
  ...ingameStats,
  cabinetMap: z.string(),
  goldOnLeft: z.boolean().optional(),
  berries: byColour,
  queenLives: byColour,
  snail: z.object({ x: z.number(), rider: id.nullable(), progress: z.number() }),
})
const LiveCabinet = z.object({
  id,
  clientStatus: z.enum(['online', 'offline']),
  since: time.nullable(),
  game: Live.extend({ gameID: z.string(), asOf: time }).nullable(),
})
const interval = { from: time, to: time, plan: time.nullable() }
const measure = z.object({ seconds: z.number(), seen: id, from: z.enum(['today', 'prior']) })
const InUse = z.object({
  cabinet: id,
  tournament: id,
  tournamentName: z.string(),
  match: id,
  matchName: z.string(),
})

const relay = {
  snapshot: z.object({
    type: z.literal('snapshot'),
    ...of,
    rows: z.object(whole),
    recent: z.array(z.object({ version: id, ...change })),
  }),
  change: z.object({ type: z.literal('change'), ...of, ...change, rows: z.object(changed) }),
  here: z.object({ type: z.literal('here'), ...of }),
  live: z.object({ type: z.literal('live'), cabinet: LiveCabinet }),
  inUse: z.object({ type: z.literal('inUse'), inUse: z.array(InUse) }),
  estimates: z.object({
    type: z.literal('estimates'),
    tournament: id,
    asOf: time.nullable(),
    begun: z.boolean(),
    lateBy: z.number().nullable(),
    end: z.object(interval).nullable(),
    basis: z.object({ game: measure, gap: measure, changeOver: measure }).nullable(),
    matches: z.array(z.object({ match: id, publishedAt: time, ...interval })),
    whole: z.boolean(),
    gone: z.array(id),
  }),
  overlay: z.object({ type: z.literal('overlay'), overlay: OverlayBody }),
  time: z.object({ type: z.literal('time'), sent: z.number(), at: time }),
  error: z.object({ type: z.literal('error'), detail: z.string() }),
}

const at = { cabinetId: id, cabinetName: z.string(), sceneName: z.string() }
const CurrentMatch = z.object({
  id,
  blueTeam: z.string().nullable(),
  blueScore: id,
  goldTeam: z.string().nullable(),
  goldScore: id,
  isWarmup: z.boolean(),
  isComplete: z.boolean(),
  roundsPerMatch: id,
  winsPerMatch: id,
  roundName: z.string(),
})
const teams = CurrentMatch.pick({
  blueTeam: true,
  blueScore: true,
  goldTeam: true,
  goldScore: true,
})
const gamestateOf = (OnCabinet: z.ZodType) => ({
  match: z.object({
    type: z.literal('match'),
    matchType: z.literal('tournament').nullable(),
    currentMatch: OnCabinet.nullable(),
    onDeck: OnCabinet.nullable(),
    ...at,
  }),
  matchend: teams.extend({ type: z.literal('matchend'), matchId: id, ...at }),
  matchstats: z.object({
    type: z.literal('matchstats'),
    matchId: id,
    games: id,
    byPlayer: z.record(z.string(), tally),
    berries: byColour,
    ...at,
  }),
  gamestart: z.object({ type: z.literal('gamestart'), gameId: z.string(), ...at }),
  gameend: z.object({
    type: z.literal('gameend'),
    gameId: z.string(),
    winningTeam: z.string().nullish(),
    winCondition: z.string().nullish(),
    ...at,
  }),
  playernames: z.object({ type: z.literal('playernames'), values: z.array(z.string()), ...at }),
  cabinetOnline: z.object({ type: z.literal('cabinetOnline'), ...at }),
  cabinetOffline: z.object({ type: z.literal('cabinetOffline'), ...at }),
})

type Messages = Record<string, z.ZodType>
/** Of each socket what it says and what it is told. */
type Sockets = Record<string, { says: Messages; told: Messages; about: string }>

export const sockets: Sockets = {
  '/ws/tournament-relay/:id': {
    about: 'wire 3.3: a tournament, by versions',
    says: relay,
    told: {
      subscribe: z.object({
        type: z.literal('subscribe'),
        have: id,
        calm: z.boolean().optional(),
        swift: z.boolean().optional(),
      }),
      time: z.object({ type: z.literal('time'), sent: z.number() }),
    },
  },
  '/ws/gamestate': {
    about: 'wire 3.1: what happens at all cabinets',
    says: gamestateOf(CurrentMatch),
    told: {
      narrow: z.object({
        type: z.string(),
        sceneName: z.string().nullish(),
        cabinetId: id.optional(),
      }),
    },
  },
  '/ws/ingame_stats': {
    about: 'wire 3.2: running games',
    says: { stats: Live.extend({ cabinetId: id }) },
    told: {
      subscribe: z.object({ type: z.enum(['subscribe', 'unsubscribe']), cabinetId: id }),
    },
  },
  '/ws/signin': {
    about: 'wire 6.5: who signs in and out at cabinets',
    says: {
      sign: z.object({
        action: z.enum(['sign_in', 'sign_out']),
        ...at,
        playerId: id,
        positionName: z.string(),
        userId: id,
        userName: z.string(),
        deviceIds: z.array(z.string()),
      }),
      nfcRegister: z.object({
        type: z.literal('nfc_register'),
        sceneName: z.string(),
        cabinetName: z.string(),
        readerId: z.string(),
        user: id,
        deviceIds: z.array(z.string()),
      }),
    },
    told: {},
  },
  '/ws/event-relay/:scene/:cabinet': {
    about: 'wire 3.5: the events of a cabinet as they come in',
    says: {
      event: z.object({ event_type: z.string(), values: z.array(z.string()), uuid: z.string() }),
    },
    told: {},
  },
  '/ws/stats_listener/v3': {
    about: 'wire 2: the upload of a cabinet’s client',
    says: {
      taken: CabinetEvent.pick({ eventID: true }),
      error: z.looseObject({ error: z.enum(['bad-message', 'not-authorized']) }),
    },
    told: { event: Upload },
  },
}

const own = (url: string): Messages => sockets[url]?.says ?? {}
/** Those of the compatibility API, on `HIVE_PORT`; all their keys are in snake_case. */
export const compatSockets: Sockets = {
  '/ws/tournament-relay/:id': {
    about: 'wire 6.2: whole objects of a tournament, as its REST has them',
    says: {
      whole: z.object({
        type: z.enum(['match', 'matches', 'queue', 'standings']),
        data: z.unknown(),
      }),
    },
    told: {},
  },
  '/ws/gamestate': {
    about: 'wire 6.2: what happens at all cabinets',
    says: gamestateOf(CurrentMatch.omit({ isComplete: true })),
    told: {},
  },
  '/ws/ingame_stats': {
    about: 'wire 6.2: running games',
    says: {
      stats: z.object({ cabinetId: id, ...ingameStats }),
    },
    told: {},
  },
  '/ws/signin': { about: 'wire 6.5: who signs in and out', says: own('/ws/signin'), told: {} },
  '/ws/event-relay/:scene/:cabinet': {
    about: 'wire 6.2: the events of a cabinet as they come in',
    says: {
      event: z.object({ eventType: z.string(), values: z.array(z.string()), uuid: z.string() }),
    },
    told: {},
  },
  '/ws/stats_listener/v3': sockets['/ws/stats_listener/v3']!,
}
