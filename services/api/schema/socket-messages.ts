import { Message } from '#events/schema/parts/message.ts'
import { z } from 'zod'
import { CabinetEvent, Upload } from '#events/schema/cabinet-facts.ts'
import { tables } from '#events/schema/rows.ts'
import { OverlayBody } from './venue/display.ts'

// The messages that sockets send and receive, for the document at `/api/docs/async/`. A test
// compares them with real messages.
const id = z.int()
const time = z.string()
const tally = z.record(z.string(), z.number())
const byColour = z.object({ blue: z.number(), gold: z.number() })

const Commit = z.object({
  id: z.string(),
  by: z.enum(['person', 'key', 'service']),
  device: z.string().nullable(),
  text: z.string(),
  message: Message,
  undoes: id.nullable(),
  undone: z.array(id).optional(),
  needs: z.literal('admin').optional(),
  matches: z.array(id),
  cabinets: z.array(id),
})
const position = { tournament: id, version: id }
const change = { at: time, commit: Commit }
const tableNames = Object.keys(tables) as (keyof typeof tables)[]
const changedRows = Object.fromEntries(
  tableNames.map((table) => [
    table,
    z.object({ put: z.array(tables[table]), gone: z.array(z.string()) }).optional(),
  ]),
)
const allRows = Object.fromEntries(tableNames.map((table) => [table, z.array(tables[table])]))
/** Statistics of a running game; players are named by position. */
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
const ActiveMatch = z.object({
  cabinet: id,
  tournament: id,
  tournamentName: z.string(),
  match: id,
  matchName: z.string(),
})

const relay = {
  snapshot: z.object({
    type: z.literal('snapshot'),
    form: z.string(),
    ...position,
    rows: z.object(allRows),
    recent: z.array(z.object({ version: id, ...change })),
  }),
  change: z.object({
    type: z.literal('change'),
    ...position,
    ...change,
    rows: z.object(changedRows),
  }),
  here: z.object({ type: z.literal('here'), ...position }),
  live: z.object({ type: z.literal('live'), cabinet: LiveCabinet }),
  inUse: z.object({ type: z.literal('inUse'), inUse: z.array(ActiveMatch) }),
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

const cabinet = { cabinetId: id, cabinetName: z.string(), sceneName: z.string() }
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
    ...cabinet,
  }),
  matchend: teams.extend({ type: z.literal('matchend'), matchId: id, ...cabinet }),
  matchstats: z.object({
    type: z.literal('matchstats'),
    matchId: id,
    games: id,
    byPlayer: z.record(z.string(), tally),
    berries: byColour,
    ...cabinet,
  }),
  gamestart: z.object({ type: z.literal('gamestart'), gameId: z.string(), ...cabinet }),
  gameend: z.object({
    type: z.literal('gameend'),
    gameId: z.string(),
    winningTeam: z.string().nullish(),
    winCondition: z.string().nullish(),
    ...cabinet,
  }),
  playernames: z.object({
    type: z.literal('playernames'),
    values: z.array(z.string()),
    ...cabinet,
  }),
  cabinetOnline: z.object({ type: z.literal('cabinetOnline'), ...cabinet }),
  cabinetOffline: z.object({ type: z.literal('cabinetOffline'), ...cabinet }),
})

type Messages = Record<string, z.ZodType>
/** The messages that each socket sends and receives. */
type Sockets = Record<string, { sends: Messages; receives: Messages; description: string }>

export const sockets: Sockets = {
  '/ws/tournament-relay/:id': {
    description: 'wire 3.3: a tournament, by versions',
    sends: relay,
    receives: {
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
    description: 'wire 3.1: events at all cabinets',
    sends: gamestateOf(CurrentMatch),
    receives: {
      narrow: z.object({
        type: z.string().optional(),
        sceneName: z.string().nullish(),
        cabinetId: id.optional(),
      }),
    },
  },
  '/ws/ingame_stats': {
    description: 'wire 3.2: running games',
    sends: { stats: Live.extend({ cabinetId: id }) },
    receives: {
      subscribe: z.object({ type: z.enum(['subscribe', 'unsubscribe']), cabinetId: id }),
    },
  },
  '/ws/signin': {
    description: 'wire 6.5: who signs in and out at cabinets',
    sends: {
      sign: z.object({
        action: z.enum(['sign_in', 'sign_out']),
        ...cabinet,
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
        userName: z.literal('New card'),
        deviceIds: z.array(z.string()),
      }),
    },
    receives: {},
  },
  '/ws/event-relay/:scene/:cabinet': {
    description: 'wire 3.5: the events of a cabinet as they come in',
    sends: {
      event: z.object({ event_type: z.string(), values: z.array(z.string()), uuid: z.string() }),
    },
    receives: {},
  },
  '/ws/stats_listener/v3': {
    description: 'wire 2: uploads of a cabinet’s client',
    sends: {
      taken: CabinetEvent.pick({ eventID: true }),
      error: z.looseObject({ error: z.enum(['bad-message', 'not-authorized']) }),
    },
    receives: { event: Upload },
  },
}

const nativeMessages = (url: string): Messages => sockets[url]?.sends ?? {}
/** The sockets of the compatibility API, on `HIVE_PORT`; all their keys are in snake_case. */
export const compatSockets: Sockets = {
  '/ws/tournament-relay/:id': {
    description:
      'wire 6.2: whole objects of a tournament, as in REST; messages of a client are ignored',
    sends: {
      whole: z.object({
        type: z.enum(['match', 'matches', 'queue', 'standings']),
        data: z.unknown(),
      }),
    },
    receives: {},
  },
  '/ws/gamestate': {
    description: 'wire 6.2: events at all cabinets',
    sends: gamestateOf(CurrentMatch.omit({ isComplete: true })),
    receives: {
      narrow: z.object({
        type: z.string().optional(),
        scene_name: z.string().nullish(),
        cabinet_id: id.optional(),
      }),
    },
  },
  '/ws/ingame_stats': {
    description: 'wire 6.2: running games',
    sends: {
      stats: z.object({ cabinetId: id, ...ingameStats }),
    },
    receives: {
      subscribe: z.object({ type: z.enum(['subscribe', 'unsubscribe']), cabinet_id: id }),
    },
  },
  '/ws/signin': {
    description: 'wire 6.5: who signs in and out',
    sends: nativeMessages('/ws/signin'),
    receives: {},
  },
  '/ws/event-relay/:scene/:cabinet': {
    description: 'wire 6.2: the events of a cabinet as they come in',
    sends: {
      event: z.object({ eventType: z.string(), values: z.array(z.string()), uuid: z.string() }),
    },
    receives: {},
  },
  '/ws/stats_listener/v3': sockets['/ws/stats_listener/v3']!,
}
