// Objects of the compatibility API, with exactly the keys that existing programs expect (wire 6.3).
import type { z } from 'zod'
import type { MatchRow } from '#events/schema/rows.ts'
import type * as bodies from '../api/schema/http/bodies.ts'
import type { PlayerBody } from '../api/schema/player/player.ts'
import type { QuestionBody } from '../api/schema/player/registration.ts'
import type { VideoBody } from '../api/schema/match/video.ts'
import { tournamentBody, tournaments } from '../queries/index.ts'
import { time } from './casing.ts'
import type { Store } from '../store/index.ts'
import type { TournamentId } from '#events/ids.ts'

export type ShapeContext = { store: Store; /** base URL of pictures */ origin: string }
export type Body<K extends keyof typeof bodies> = (typeof bodies)[K] extends z.ZodType
  ? z.output<(typeof bodies)[K]>
  : never

type Tournament = Omit<Body<'TournamentBody'>, 'scene'> & {
  scene: { id: number; name: string; displayName: string }
}

export async function tournamentShapes(
  rows: Tournament[],
  { origin }: Pick<ShapeContext, 'origin'>,
) {
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    scene: row.scene.id,
    scene_name: row.scene.name,
    scene_display_name: row.scene.displayName,
    slug: row.slug,
    date: row.date.slice(0, 10),
    is_active: row.isActive,
    location: '',
    description: row.description,
    allow_registration: row.allowRegistration,
    registration_close_date: row.registrationCloseDate,
    registration_banner: addressOf(row.registrationBanner, origin),
    registration_message: row.registrationMessage,
    accept_payments: row.acceptPayments,
    payment_message: row.paymentMessage,
    link_type: row.linkType,
    stripe_configured: row.stripeConfigured,
    awards: null,
    require_player_photo: row.requirePlayerPhoto,
    assigned_cabinets: row.assignedCabinets,
    tidbit_prompt: row.tidbitPrompt,
  }))
}

type Stage = Pick<Body<'BracketBody'>, keyof Body<'BracketBody'> & keyof MatchRow> &
  Body<'BracketBody'>

export async function brackets(
  rows: Omit<Stage, 'completedVersion' | 'completedChain' | 'hasLinkToken'>[],
) {
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    tournament: row.tournament,
    stage_type: row.stageType,
    rounds_per_match: row.roundsPerMatch,
    wins_per_match: row.winsPerMatch,
    matches_per_opponent: row.matchesPerOpponent,
    report_as_sets: row.reportAsSets,
    add_tiebreaker: row.addTiebreaker,
    auto_warmup: row.autoWarmup,
    queue_timer: row.queueTimer,
    randomize_sides: row.randomizeSides,
    third_place_match: row.thirdPlaceMatch,
    stage_tiebreakers: row.stageTiebreakers,
    linked_bracket_id: row.linkedBracketId,
    linked_org: row.linkedOrg,
    // The token of an external bracket is never shown (R-CL-9).
    link_token: null,
    is_valid: row.isValid,
    is_complete: row.isComplete,
  }))
}

/** Matches with the complete tournament and bracket embedded, as these programs expect. */
export async function matches(
  rows: (MatchRow & { videoLink?: string | null })[],
  { store, origin }: ShapeContext,
) {
  const related = await relatedRows(store, rows)
  const [ofTournament, ofBracket] = await Promise.all([
    tournamentShapes(related.tournaments.map(tournamentBody), { origin }),
    brackets(related.brackets),
  ])
  const tournament = new Map(ofTournament.map((each) => [each.id, each]))
  const bracket = new Map(ofBracket.map((each) => [each.id, each]))
  const team = new Map(
    related.teams.map((each) => [each.id, { ...each, image: addressOf(each.image, origin) }]),
  )
  return rows.map((row) => ({
    id: row.id,
    tournament: tournament.get(row.tournament),
    stage_name: row.stageName,
    bracket_info: bracket.get(row.bracket),
    blue_team_info: team.get(row.blueTeam ?? 0) ?? null,
    gold_team_info: team.get(row.goldTeam ?? 0) ?? null,
    linked_match_id: Number(row.link?.id) || null,
    match_type: row.matchType,
    match_num: row.matchNum,
    round_num: row.roundNum,
    round_name: row.roundName,
    blue_score: row.blueScore,
    gold_score: row.goldScore,
    is_flipped: row.isFlipped,
    is_complete: row.isComplete,
    is_warmup: row.isWarmup,
    video_link: row.videoLink ?? null,
    winner_to_match: row.winnerToMatch,
    winner_to_team: row.winnerToTeam,
    loser_to_match: row.loserToMatch,
    loser_to_team: row.loserToTeam,
    winner_place: row.winnerPlace,
    loser_place: row.loserPlace,
    bracket: row.bracket,
    blue_team: row.blueTeam,
    gold_team: row.goldTeam,
    active_cabinet: row.activeCabinet,
  }))
}

async function relatedRows(store: Store, rows: MatchRow[]) {
  const { db } = store
  const none = { tournaments: [], brackets: [], teams: [] }
  if (rows.length === 0) return none
  const teamIds = distinct(rows.flatMap(({ blueTeam, goldTeam }) => [blueTeam ?? 0, goldTeam ?? 0]))
  const [tournamentRows, stages, teams] = await Promise.all([
    tournaments(store)
      .where('view.tournament.id', 'in', distinct(rows.map((row) => row.tournament)))
      .execute(),
    db
      .selectFrom('view.bracket')
      .selectAll()
      .where('id', 'in', distinct(rows.map((row) => row.bracket)))
      .execute(),
    db
      .selectFrom('view.team')
      .leftJoin('kept.team', 'kept.team.id', 'view.team.id')
      .select(['view.team.id', 'view.team.name', 'kept.team.image'])
      .where('view.team.id', 'in', teamIds)
      .execute(),
  ])
  return { tournaments: tournamentRows, brackets: stages, teams }
}

export async function teams(rows: Body<'TeamBody'>[], { origin }: ShapeContext) {
  return rows.map(({ id, name, tournament, image, players }) => ({
    id,
    name,
    tournament,
    image: addressOf(image, origin),
    ...(players && { players }),
  }))
}

export async function queues(rows: Omit<Body<'QueueBody'>, 'calls'>[], context: ShapeContext) {
  const all = await matches(
    rows.flatMap((row) => row.matchList),
    context,
  )
  const byId = new Map(all.map((match) => [match.id, match]))
  return rows.map(({ id, tournament, cabinets: ownCabinets, enabled, matchList }) => ({
    id,
    tournament,
    // Older programs expect one cabinet for each queue.
    cabinet: ownCabinets[0] ?? null,
    cabinets: ownCabinets,
    enabled,
    match_list: matchList.map((match) => byId.get(match.id)),
  }))
}

/**
 * Players with each answer under the name of its question, or null if the caller may not read it.
 */
export async function players(
  rows: z.output<typeof PlayerBody>[],
  { store, origin }: ShapeContext,
) {
  const allQuestions = await questionsOf(store, distinct(rows.map((row) => row.tournament)))
  return rows.map((row) => {
    const questions = allQuestions.filter((each) => each.tournament === row.tournament)
    return {
      ...Object.fromEntries(questions.map(({ name }) => [name, row.answers?.[name] ?? null])),
      id: row.id,
      name: row.name,
      scene: row.scene,
      pronouns: row.pronouns,
      tidbit: row.tidbit,
      image: addressOf(row.image, origin),
      team: row.team,
      user: row.user ?? null,
      tournament: row.tournament,
      do_not_display: row.doNotDisplay ?? false,
    }
  })
}

async function questionsOf({ db }: Store, ids: TournamentId[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('kept.question')
    .select(['id', 'fieldName as name', 'fieldSlug as slug', 'tournament'])
    .select('fieldDescription as description')
    .where('tournament', 'in', ids)
    .orderBy('position')
    .execute()
}

/** Programs keep answers by `field_slug`, so each question of a tournament has one of its own. */
export async function questions(
  rows: z.output<typeof QuestionBody>[],
  { store }: Pick<ShapeContext, 'store'>,
) {
  const slugs = slugsOf(await questionsOf(store, distinct(rows.map((row) => row.tournament))))
  return rows.map((row) => ({
    id: row.id,
    tournament: row.tournament,
    field_name: row.fieldName,
    field_slug: slugs.get(row.id) ?? row.fieldName,
    field_description: row.fieldDescription,
    field_type: row.fieldType,
    is_required: row.isRequired,
    choices: row.choices,
    order: row.order,
  }))
}

function slugsOf(all: Awaited<ReturnType<typeof questionsOf>>): Map<number, string> {
  const taken = new Set<string>()
  const bySetFirst = all.toSorted((a, b) => Number(!a.slug) - Number(!b.slug))
  return new Map(
    bySetFirst.map(({ id, tournament, name, slug, description }) => {
      const wanted = slug || wordsOf(description) || name
      const own = taken.has(`${tournament} ${wanted}`) ? `${wanted}_${name}` : wanted
      taken.add(`${tournament} ${own}`)
      return [id, own]
    }),
  )
}

const maxSlugLength = 40

/** `shirt_size` for `Shirt size?`; empty if the question has no Latin letters. */
function wordsOf(description: string): string {
  const plain = description.normalize('NFKD').toLowerCase()
  return (plain.match(/[a-z0-9]+/g) ?? []).join('_').slice(0, maxSlugLength)
}

export async function videos(rows: z.output<typeof VideoBody>[]) {
  return rows.map(
    ({ id, cabinet, cabinetName, service, videoId, startTime, length, tournament }) => {
      const start_time = time(startTime)
      return {
        id,
        cabinet,
        cabinet_name: cabinetName,
        service,
        video_id: videoId,
        start_time,
        length,
        tournament,
      }
    },
  )
}

/** Absolute URL of a picture; null for inline pictures, which only our own screens use. */
function addressOf(image: string | null, origin: string): string | null {
  if (image?.startsWith('/')) return `${origin}${image}`
  return image?.startsWith('http') ? image : null
}

function distinct<T>(values: T[]): T[] {
  return [...new Set(values)]
}
