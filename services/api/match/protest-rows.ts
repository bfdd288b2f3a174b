import type { Protest } from '#events/state/protest.ts'
import { standardSentences } from '#events/describe/ruling-sentence.ts'
import { twoSlots } from '#events/schema/parts/ruling.ts'
import type { Ruling } from '#events/schema/parts/ruling.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { teamsOf } from '#events/bracket/bracket.ts'
import { may, notFound } from '../../web/index.ts'
import type { Person } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import type { ProtestBody } from '../schema/match/protest.ts'
import type { PersonId, ProtestId, TournamentId } from '#events/ids.ts'

/** Selects protests with their scenes and the public sentences of their rulings. */
export function protests({ db }: Context['store']) {
  return db
    .selectFrom('view.protest')
    .innerJoin('view.tournament', 'view.tournament.id', 'view.protest.tournament')
    .leftJoin('kept.protestText', 'kept.protestText.id', 'view.protest.sentence')
    .selectAll('view.protest')
    .select(['view.tournament.scene', 'kept.protestText.text as rulingSentence'])
}
type Row = Awaited<ReturnType<ReturnType<typeof protests>['execute']>>[number]

export async function readProtest(context: Context, person: Person | null, protest: ProtestId) {
  const rows = protests(context.store).where('view.protest.id', '=', protest)
  const [body] = await protestBodies(context, person, await rows.execute())
  if (!body) throw notFound()
  return body
}

/** The bodies, with the parts that the person may see. */
export async function protestBodies(
  context: Context,
  person: Person | null,
  rows: Row[],
): Promise<ProtestBody[]> {
  const isOfficial = (row: Row) => may(person, 'readProtests', row.scene)
  const officialRows = rows.filter(isOfficial)
  const states = new Map<number, Tournament>()
  for (const { tournament } of officialRows) {
    if (!states.has(tournament)) states.set(tournament, await context.desk.state(tournament))
  }
  const protestOf = (row: Row) => states.get(row.tournament)?.protests[row.id]
  const visible = officialRows.flatMap((row) => protestOf(row) ?? [])
  const [texts, names] = await Promise.all([textsOf(context, visible), namesOf(context, visible)])
  return rows.map((row) => {
    const { scene: _, rulingSentence, ...rest } = row
    const standard = rest.ruling && standardSentences[rest.ruling]
    const publicBody = { ...rest, sentence: rulingSentence ?? standard }
    const [t, protest] = [states.get(row.tournament), protestOf(row)]
    return t && protest && isOfficial(row)
      ? { ...publicBody, ...official(t, protest, { texts, names }) }
      : publicBody
  })
}

type TextsAndNames = { texts: Map<number, string>; names: Map<number, string> }

function official(t: Tournament, protest: Protest, { texts, names }: TextsAndNames) {
  const { proposal, ended, by } = protest
  const personWithName = (person: PersonId) => ({ id: person, name: names.get(person) ?? '' })
  const ruled = ended?.how === 'ruled' ? ended : null
  return {
    text: texts.get(protest.id) ?? null,
    lodgedBy: by === null ? null : personWithName(by),
    decision: ruled && ruling(t, protest, ruled.ruling),
    signedBy: ruled?.signedBy.map(personWithName) ?? [],
    proposal:
      proposal && !ended
        ? {
            ...ruling(t, protest, proposal.ruling),
            num: proposal.num,
            by: personWithName(proposal.by),
            at: proposal.at,
            sentence: texts.get(proposal.sentence ?? 0) ?? null,
          }
        : null,
  }
}

function ruling(t: Tournament, { match: protestOf }: Protest, { kind, score, forfeitBy }: Ruling) {
  const match = t.matches[protestOf]
  const teams = match ? teamsOf(t, match) : [null, null]
  const scores =
    score && twoSlots.map((slot) => ({ team: teams[slot] ?? null, score: score[slot] }))
  return { ruling: kind, scores, forfeitBy }
}

async function textsOf({ store }: Context, all: Protest[]): Promise<TextsAndNames['texts']> {
  const ids = all.flatMap(({ id: own, proposal }) => [
    own,
    ...(proposal?.sentence ? [proposal.sentence] : []),
  ])
  if (ids.length === 0) return new Map()
  const rows = await store.db
    .selectFrom('kept.protestText')
    .select(['id', 'text'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row.text]))
}

async function namesOf({ store }: Context, all: Protest[]): Promise<TextsAndNames['names']> {
  const persons = all.flatMap(({ by, proposal, ended }) => [
    by,
    proposal?.by,
    ...(ended?.how === 'ruled' ? ended.signedBy : []),
  ])
  const ids = [...new Set(persons)].filter((person) => typeof person === 'number')
  if (ids.length === 0) return new Map()
  const rows = await store.db
    .selectFrom('kept.person')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** Called after the commit; if it fails, a retry of the command stores the text. */
export async function storeText(
  { store }: Context,
  text: { id: number; tournament: TournamentId; person: PersonId | null; text: string },
): Promise<void> {
  await store.db
    .insertInto('kept.protestText')
    .values(text)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}
