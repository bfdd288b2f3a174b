import type { Protest } from '../../../events/state/protest.ts'
import { twoSlots } from '../../../events/schema/ruling.ts'
import type { Ruling } from '../../../events/schema/ruling.ts'
import type { Tournament } from '../../../events/state/tournament.ts'
import { teamsOf } from '../../../events/bracket/bracket.ts'
import { may, notFound } from '../../web/index.ts'
import type { Person } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import type { ProtestBody } from '../schema/protest.ts'
import type { PersonId, ProtestId, TournamentId } from '../../../events/ids.ts'

/** With the scene each is of, and the sentence of its ruling. */
export function protests({ db }: Context['store']) {
  return db
    .selectFrom('view.protest')
    .innerJoin('view.tournament', 'view.tournament.id', 'view.protest.tournament')
    .leftJoin('kept.protestText', 'kept.protestText.id', 'view.protest.sentence')
    .selectAll('view.protest')
    .select(['view.tournament.scene', 'kept.protestText.text as said'])
}
type Row = Awaited<ReturnType<ReturnType<typeof protests>['execute']>>[number]

export async function readProtest(context: Context, person: Person | null, protest: ProtestId) {
  const found = protests(context.store).where('view.protest.id', '=', protest)
  const [shown] = await protestBodies(context, person, await found.execute())
  if (!shown) throw notFound()
  return shown
}

/** Each as whoever asks may see it. */
export async function protestBodies(
  context: Context,
  person: Person | null,
  rows: Row[],
): Promise<ProtestBody[]> {
  const isOfficial = (row: Row) => may(person, 'readProtests', row.scene)
  const whole = rows.filter(isOfficial)
  const states = new Map<number, Tournament>()
  for (const { tournament } of whole) {
    if (!states.has(tournament)) states.set(tournament, await context.desk.state(tournament))
  }
  const of = (row: Row) => states.get(row.tournament)?.protests[row.id]
  const known = whole.flatMap((row) => of(row) ?? [])
  const [texts, names] = await Promise.all([textsOf(context, known), namesOf(context, known)])
  return rows.map((row) => {
    const { scene: _, said, ...rest } = row
    const open = { ...rest, sentence: said }
    const [t, protest] = [states.get(row.tournament), of(row)]
    return t && protest && isOfficial(row)
      ? { ...open, ...official(t, protest, { texts, names }) }
      : open
  })
}

type TextsAndNames = { texts: Map<number, string>; names: Map<number, string> }

function official(t: Tournament, protest: Protest, { texts, names }: TextsAndNames) {
  const { proposal, ended, by } = protest
  const named = (person: PersonId) => ({ id: person, name: names.get(person) ?? '' })
  const ruled = ended?.how === 'ruled' ? ended : null
  return {
    text: texts.get(protest.id) ?? null,
    lodgedBy: by === null ? null : named(by),
    decision: ruled && ruling(t, protest, ruled.ruling),
    signedBy: ruled?.signedBy.map(named) ?? [],
    proposal:
      proposal && !ended
        ? {
            ...ruling(t, protest, proposal.ruling),
            num: proposal.num,
            by: named(proposal.by),
            at: proposal.at,
            sentence: texts.get(proposal.sentence ?? 0) ?? null,
          }
        : null,
  }
}

function ruling(t: Tournament, { match: of }: Protest, { kind, score, forfeitBy }: Ruling) {
  const match = t.matches[of]
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

/** After its commit: the log says that there is one, and a repeat writes it again. */
export async function keepText(
  { store }: Context,
  text: { id: number; tournament: TournamentId; person: PersonId | null; text: string },
): Promise<void> {
  await store.db
    .insertInto('kept.protestText')
    .values(text)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}
