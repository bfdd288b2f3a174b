import { refusalBody } from '../http/command/send.ts'
import type { z } from 'zod'
import type { MatchId, TournamentId } from '#events/ids.ts'
import { blueSlot, otherSlot } from '#events/state/match.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { matchRow, publicMatchRow } from '#events/view/tournament-rows.ts'
import type { ChangePreview } from '../../desk/index.ts'
import { excludePractice } from '../../store/index.ts'
import { notFound } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { tournamentOf } from '../http/scope.ts'
import { listRows } from '../http/list.ts'
import { answeredUnchanged } from '../http/etag.ts'
import { isOutdated, partsOf, partsOfReplacement } from './match-changes.ts'
import type { References } from './match-changes.ts'
import { matches, matchAfter, readMatch } from './match-rows.ts'
import { sendAll, staleRejection, wasSent } from '../http/command/send.ts'
import { withVideoLinks } from '../video/video-rows.ts'
import { route, writeRoute, publicRead } from '../http/route.ts'
import type { ChangePreviewBody } from '../schema/match/match.ts'

export function matchRoutes(context: Context): void {
  readRoutes(context)
  reviewRoute(context)
  previewRoute(context)
  changeRoutes(context)
}

function readRoutes({ web, store }: Context): void {
  route(web, 'GET /api/tournament/match/', publicRead, async (request, reply) => {
    const { query } = request
    const tournament = query.tournamentId ?? query.tournament
    if (tournament && (await answeredUnchanged(store, { request, reply }, { tournament })))
      return reply
    const { bracketId, teamId, activeCabinetId, isComplete } = query
    const filters = [tournament, bracketId, activeCabinetId, teamId]
    const rows = matches(store)
      .where(excludePractice('tournament', 'view.match.tournament', filters))
      .$if(tournament !== undefined, (q) => q.where('tournament', '=', tournament ?? 0))
      .$if(bracketId !== undefined, (q) => q.where('bracket', '=', bracketId ?? 0))
      .$if(activeCabinetId !== undefined, (q) =>
        q.where('activeCabinet', '=', activeCabinetId ?? 0),
      )
      .$if(isComplete !== undefined, (q) => q.where('isComplete', '=', isComplete === 'true'))
      .$if(teamId !== undefined, (q) =>
        q.where((eb) =>
          eb.or([eb('blueTeam', '=', teamId ?? 0), eb('goldTeam', '=', teamId ?? 0)]),
        ),
      )
    return listRows(request, rows.orderBy('id'), (rows) => withVideoLinks(store.db, rows))
  })

  route(web, 'GET /api/tournament/match/:id/', publicRead, (request) =>
    readMatch(store, request.params.id),
  )
}

/**
 * A match under review as officials see it. It comes from the log, as rows are public (R-CMD-4).
 */
function reviewRoute({ web, store, desk, sceneOf }: Context): void {
  route(
    web,
    'GET /api/tournament/match/:id/review/',
    { access: 'readReview', scene: sceneOf.match },
    async (request) => {
      const t = await desk.state(tournamentOf(request))
      const match = t.matches[request.params.id]
      const row = match && { ...matchRow(t, match), isFilmed: true as const }
      const [body] = await withVideoLinks(store.db, row ? [row] : [])
      if (!body) throw notFound()
      return body
    },
  )
}

/** What another score would change (R-ED-3). */
function previewRoute({ web, desk, sceneOf }: Context): void {
  route(
    web,
    'GET /api/tournament/match/:id/preview/',
    { access: 'previewScore', scene: sceneOf.match },
    async (request) => {
      const scoreChange = { match: request.params.id, ...request.query }
      return previewBody(await desk.previewScore(tournamentOf(request), scoreChange))
    },
  )
}

export function previewBody({
  refusal,
  ...rest
}: ChangePreview): z.infer<typeof ChangePreviewBody> {
  return { ...rest, refusal: refusal && refusalBody(refusal) }
}

function changeRoutes(context: Context): void {
  const prefetch = { of: 'match', offline: true } as const
  const config = { access: 'runMatches', scene: context.sceneOf.match, prefetch } as const
  const publicRow = async (tournament: TournamentId, id: MatchId) => {
    const row = publicMatchRow(await context.desk.state(tournament), id)
    if (!row) throw notFound()
    return row
  }

  writeRoute(context, 'PATCH /api/tournament/match/:id/', config, async (target, request) => {
    const match = await publicRow(target.tournament, request.params.id)
    const done = await sendAll(context, target, partsOf(match, request.body))
    return matchAfter(context, { request, ...done }, match.id)
  })

  writeRoute(context, 'PUT /api/tournament/match/:id/', config, async (target, request) => {
    const match = await publicRow(target.tournament, request.params.id)
    const t = await context.desk.state(target.tournament)
    const references = referencesOf(t, match.id)
    if (isOutdated(match, request.body, references) && !(await wasSent(context, target))) {
      throw await staleRejection(context, target, t.version)
    }
    const parts = partsOfReplacement(match, request.body, references)
    const done = await sendAll(context, target, parts)
    return matchAfter(context, { request, ...done }, match.id)
  })
}

function referencesOf(t: Tournament, id: MatchId): References {
  const match = t.matches[id]
  if (!match) return { blueTeam: false, goldTeam: false }
  const [blueTeam, goldTeam] = [blueSlot(match), otherSlot(blueSlot(match))].map((index) => {
    const slot = match.slots[index]
    return !('team' in slot || 'open' in slot)
  }) as [boolean, boolean]
  return { blueTeam, goldTeam }
}
