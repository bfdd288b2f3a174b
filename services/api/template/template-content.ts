import { maxTemplateStages } from '#events/schema/nouns/tournament.ts'
import type { Seed } from '#events/schema/parts/stage-settings.ts'
import { StageSettings } from '#events/schema/parts/stage-settings.ts'
import { Rejection, rejectionFor } from '../../web/index.ts'
import { cabinetsOf } from '../venue/cabinet-rows.ts'
import type { Tx } from '../http/context.ts'
import { optionFields } from '../player/payment-option.ts'
import { links } from '../tournament/page-link-rows.ts'
import { questions } from '../player/question-rows.ts'
import { readTournament } from '../tournament/tournament-rows.ts'
import { TemplateContent } from '../schema/tournament/template.ts'
import { QuestionFields } from '../schema/player/registration.ts'
import { LinkFields } from '../schema/tournament/page-link.ts'
import type { TournamentId } from '#events/ids.ts'

export function contentOf(data: unknown): TemplateContent {
  const parsed = TemplateContent.safeParse(data)
  if (parsed.success) return parsed.data
  throw rejectionFor('TEMPLATE_UNREADABLE')
}

/** The current content of a tournament as a template. */
export async function snapshot(tx: Tx, tournament: TournamentId): Promise<TemplateContent> {
  const body = await readTournament({ db: tx }, tournament)
  const { description, allowRegistration, registrationBanner, registrationMessage } = body
  const { protestDeadline, rulingSigners, tidbitPrompt, requirePlayerPhoto, paymentMessage } = body
  const { places, offerHours } = body
  const cabinets = await cabinetsOf(tx, body.scene.id, body.assignedCabinets)
  return {
    v: 1,
    description,
    allowRegistration,
    registrationBanner,
    registrationMessage,
    protestDeadline,
    rulingSigners,
    tidbitPrompt,
    requirePlayerPhoto,
    paymentMessage,
    places,
    offerHours,
    paymentOptions: await optionFields(tx, tournament),
    questions: await questionsOf(tx, tournament),
    links: await linksOf(tx, tournament),
    paymentAccount: await paymentAccountOf(tx, tournament),
    stages: await stagesOf(tx, tournament),
    cabinets: body.assignedCabinets.flatMap((id) => cabinets.get(id) ?? []),
  }
}

async function questionsOf(
  tx: Tx,
  tournament: TournamentId,
): Promise<TemplateContent['questions']> {
  const rows = await questions(tx)
    .where('kept.question.tournament', '=', tournament)
    .orderBy('position')
    .execute()
  return rows.map((row) => QuestionFields.parse(row))
}

async function linksOf(tx: Tx, tournament: TournamentId): Promise<TemplateContent['links']> {
  const rows = await links(tx)
    .where('kept.link.tournament', '=', tournament)
    .orderBy('position')
    .execute()
  return rows.map((row) => LinkFields.parse(row))
}

async function paymentAccountOf(tx: Tx, tournament: TournamentId): Promise<number | null> {
  const row = await tx
    .selectFrom('kept.tournament')
    .select('paymentAccount')
    .where('id', '=', tournament)
    .executeTakeFirst()
  return row?.paymentAccount ?? null
}

async function stagesOf(tx: Tx, tournament: TournamentId): Promise<TemplateContent['stages']> {
  const rows = await tx
    .selectFrom('view.bracket')
    .selectAll()
    .where('tournament', '=', tournament)
    // A tie-break belongs to the results of this tournament.
    .where('decides', 'is', null)
    .orderBy('id')
    .execute()
  if (rows.length > maxTemplateStages) {
    const detail = `A template has at most ${maxTemplateStages} stages.`
    throw new Rejection(409, { detail, code: 'TOO_MANY_STAGES' })
  }
  const sets = [...new Set(rows.flatMap(({ groupSet }) => groupSet ?? []))]
  const numbers = new Map(rows.map(({ id }, index) => [id, index]))
  return rows.map((row) => {
    const { linkedBracketId: _, ...settings } = StageSettings.parse(row)
    const group = row.groupSet === null ? null : sets.indexOf(row.groupSet)
    const places = placesOf(row.seeds, numbers)
    return { settings, group, ...(places && { places }) }
  })
}

/** The places that fill a stage; null if some seeds are teams. `numbers` has the stages by id. */
function placesOf(seeds: Seed[], numbers: Map<number, number>) {
  const places = seeds.flatMap((seed) => {
    const from = 'placeOf' in seed ? numbers.get(seed.placeOf.stage) : undefined
    return 'placeOf' in seed && from !== undefined ? [{ from, place: seed.placeOf.place }] : []
  })
  return places.length > 0 && places.length === seeds.length ? places : null
}
