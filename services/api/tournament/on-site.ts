import { commandRoutes } from '../http/command/route.ts'
import { send } from '../http/command/send.ts'
import type { Context } from '../http/context.ts'
import { route, rowsRoute, writeRoute } from '../http/route.ts'
import { renewTeamCode, teamCode } from './team-code.ts'

const done = { success: true as const }

/** For officials: attendance, calls for an official and warnings of teams (R-CO-1 to R-CO-3). */
export function onSiteRoutes(context: Context): void {
  const { web, store, encryption, sceneOf } = context
  const attendance = { access: 'reportAttendance', scene: sceneOf.team } as const
  commandRoutes(context, attendance, { of: '/api/tournament/team/:id/', answer: async () => done })(
    'attendance',
    (team, body) => ({ type: 'ReportAttendance', team, ...body }),
  )
  const warn = { access: 'giveWarnings', scene: sceneOf.team } as const
  commandRoutes(context, warn, { of: '/api/tournament/team/:id/', answer: async () => done })(
    'warn',
    (team, body) => ({ type: 'GiveWarning', team, ...body }),
  )
  route(web, 'GET /api/tournament/team/:id/code/', attendance, async ({ params: { id } }) => {
    return { code: await teamCode(encryption, store.db, id) }
  })
  rowsRoute(context, 'POST /api/tournament/team/:id/code/', attendance, async (tx, { params }) => {
    return { code: await renewTeamCode(encryption, tx, params.id) }
  })
  callRoutes(context)
  warningRoute(context)
}

function callRoutes(context: Context): void {
  const { web, desk, store, sceneOf } = context
  const config = { access: 'takeOfficialCalls', scene: sceneOf.tournament } as const
  const path = 'GET /api/tournament/tournament/:id/official-call/'
  route(web, path, config, async ({ params }) => {
    const calls = Object.values((await desk.state(params.id)).officialCalls)
    const persons = calls.flatMap(({ taken }) => taken?.person ?? [])
    const names = await namesIn(store, 'kept.person', persons)
    return calls.map(({ taken, ...call }) => {
      const takenBy = taken && (taken.device ?? names.get(taken.person ?? 0) ?? null)
      return { ...call, takenAt: taken?.at ?? null, takenBy }
    })
  })

  writeRoute(
    context,
    'PUT /api/tournament/tournament/:id/take-call/',
    config,
    async (target, { body: { num }, person }) => {
      const device = person?.session?.paired?.name ?? null
      await send(context, target, { type: 'TakeOfficialCall', num, device })
      return done
    },
  )
  writeRoute(
    context,
    'PUT /api/tournament/tournament/:id/end-call/',
    config,
    async (target, { body: { num } }) => {
      await send(context, target, { type: 'EndOfficialCall', num })
      return done
    },
  )
}

function warningRoute({ web, desk, store, sceneOf }: Context): void {
  const config = { access: 'giveWarnings', scene: sceneOf.tournament } as const
  route(web, 'GET /api/tournament/tournament/:id/warning/', config, async ({ params }) => {
    const warnings = Object.values((await desk.state(params.id)).warnings)
    const players = warnings.flatMap(({ player }) => player ?? [])
    const names = await namesIn(store, 'kept.player', players)
    return warnings.map((one) => ({ ...one, name: names.get(one.player ?? 0) ?? null }))
  })
}

async function namesIn(
  { db }: Context['store'],
  table: 'kept.person' | 'kept.player',
  ids: number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = db.selectFrom(table).select(['id', 'name']).where('id', 'in', ids)
  return new Map((await rows.execute()).map(({ id, name }) => [id, name]))
}
