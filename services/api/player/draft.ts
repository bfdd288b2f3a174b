import type { z } from 'zod'
import type { Command, CommandOf } from '#events/schema/command.ts'
import { Rejection, wrongFields, notFound } from '../../web/index.ts'
import type { Context, WriteContext } from '../http/context.ts'
import { unknownPlayers } from './player-rows.ts'
import { send } from '../http/command/send.ts'
import type { FullDraft, PlayerReference, DraftBody } from '../schema/player/team.ts'
import type { PlayerId, TournamentId } from '#events/ids.ts'
import { route, writeRoute, publicRead } from '../http/route.ts'
import type { Store } from '../../store/index.ts'
import { sceneOfTournament } from '../http/scope.ts'

/** The captain draft: setup, picks and finalization (R-DR-3 to R-DR-5). */
export function draftRoutes(context: Context): void {
  const { web, store, sceneOf } = context
  const config = { access: 'editTeams', scene: sceneOf.tournament } as const

  route(web, 'GET /api/tournament/tournament/:id/draft-status/', publicRead, (request) =>
    draftOf(store, request.params.id),
  )

  writeRoute(
    context,
    'PUT /api/tournament/tournament/:id/draft-status/',
    config,
    async (target, request) => {
      const command = setDraft(request.body)
      await expectPlayers(context, target, { teams: command.picks.map(({ player }) => player) })
      return sendDraft(context, target, command)
    },
  )

  writeRoute(
    context,
    'PUT /api/tournament/tournament/:id/draft-pick/',
    config,
    async (target, request) => {
      await expectPlayers(context, target, { player: [request.body.player] })
      return sendDraft(context, target, { type: 'PickPlayer', ...request.body })
    },
  )

  writeRoute(
    context,
    'PUT /api/tournament/tournament/:id/draft-replace/',
    config,
    async (target, request) => {
      await expectPlayers(context, target, { player: [request.body.player] })
      return sendDraft(context, target, { type: 'ReplacePick', ...request.body })
    },
  )

  writeRoute(context, 'PUT /api/tournament/tournament/:id/draft-undo/', config, (target, request) =>
    sendDraft(context, target, { type: 'UndoPick', ...request.body }),
  )

  finalizeRoute(context)
}

function finalizeRoute(context: Context): void {
  const { store, sceneOf } = context
  writeRoute(
    context,
    'PUT /api/tournament/tournament/:id/finalize-draft/',
    { access: 'editTeams', scene: sceneOf.tournament },
    async (target, request) => {
      const { allowShort } = request.body
      const teams = request.body.teams?.map(({ name, players }) => {
        return { name, players: players.flatMap((one) => idOf(one) ?? []) }
      })
      const draftTeams = teams ?? (await draftOf(store, target.tournament)).teams
      const players = draftTeams.flatMap((team) => team.players.filter((one) => one !== null))
      await expectPlayers(context, target, { teams: players })
      const command = { type: 'FinalizeDraft', teams, allowShort } as const
      const { answer } = await send(context, target, command)
      const ids = answer['ids'] as number[]
      const rows = await store.db
        .selectFrom('view.team')
        .select(['id', 'name'])
        .where('id', 'in', ids)
        .orderBy('id')
        .execute()
      const detail = answer['isNew'] ? 'Teams created.' : 'These teams have already been created.'
      return { success: true as const, detail, teams: rows }
    },
  )
}

function setDraft(body: z.infer<typeof FullDraft>): CommandOf<'SetDraft'> {
  const { draftOrder: order, lastRound, pickSeconds, version: expected } = body
  const { currentIdx, selectedRound } = body
  const picks = body.teams.flatMap(({ players }, team) =>
    players.flatMap((one, round) => {
      const player = idOf(one)
      return player === null ? [] : [{ round, team, player }]
    }),
  )
  const hasTurn = currentIdx !== undefined || selectedRound !== undefined
  const turn = hasTurn ? { round: selectedRound ?? 0, index: currentIdx ?? 0 } : undefined
  const teams = body.teams.map(({ name }) => name)
  return { type: 'SetDraft', order, lastRound, teams, picks, turn, pickSeconds, expected }
}

function idOf(one: z.infer<typeof PlayerReference>): number | null {
  return typeof one === 'object' ? (one?.id ?? null) : one
}

/** Refuses players who are not of the tournament. */
async function expectPlayers(
  { store }: Context,
  { tournament }: WriteContext,
  fields: Record<string, number[]>,
): Promise<void> {
  for (const [field, players] of Object.entries(fields)) {
    const wrong = await unknownPlayers(store, tournament, players)
    if (wrong.length === 0) continue
    throw wrongFields({
      [field]: [`These players are not in this tournament: ${wrong.join(', ')}`],
    })
  }
}

/** Adds the name of the picked player to a refusal, as the log knows only ids (R-DR-3, P19). */
async function sendDraft(context: Context, target: WriteContext, command: Command) {
  const { store } = context
  try {
    await send(context, target, command)
  } catch (error) {
    if (!(error instanceof Rejection) || typeof error.body['player'] !== 'number') throw error
    const { detail, player } = error.body as { detail: string; player: PlayerId }
    const name = await playerName(store, player)
    if (name === null) throw error
    const bodyWithName = { ...error.body, detail: `${detail.replace(/\.$/, '')}: ${name}.`, name }
    throw new Rejection(error.status, bodyWithName)
  }
  return draftOf(store, target.tournament)
}

/** The body before a draft exists: no teams, in serpentine order. */
const noDraft = {
  draftOrder: 'serpentine' as const,
  teams: [],
  currentIdx: 0,
  selectedRound: 0,
  lastRound: 4,
  picks: [],
  pickSeconds: null,
  dueAt: null,
  createdTeams: null,
  version: null,
}

async function draftOf(
  { db }: Store,
  tournament: TournamentId,
): Promise<z.infer<typeof DraftBody>> {
  const draft = await db
    .selectFrom('view.draft')
    .selectAll()
    .where('tournament', '=', tournament)
    .executeTakeFirst()
  if (draft) return draft
  if ((await sceneOfTournament(db, tournament)) === null) throw notFound()
  return { tournament, ...noDraft }
}

async function playerName({ db }: Store, id: number): Promise<string | null> {
  const row = await db
    .selectFrom('kept.player')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.name ?? null
}
