import { Readable } from 'node:stream'
import type { z } from 'zod'
import { answeredBy } from '../../store/index.ts'
import type { Store } from '../../store/index.ts'
import type { Person } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { csvLine, csvMark } from './csv.ts'
import type { Cell } from './csv.ts'
import type { Scopes } from '../http/scope.ts'
import { playersFor, playerBody } from './player-rows.ts'
import { dollarsOf } from '../../money/price.ts'
import { readTournament } from '../tournament/tournament-rows.ts'
import type { PlayerBody } from '../schema/player.ts'
import type { TournamentId } from '../../../events/ids.ts'
import { route } from '../http/route.ts'

const rowsAtOnce = 500

/** Registered Players as a table: the one export that is meant to have it all. */
export function playerExportRoutes(context: Context, sceneOf: Scopes): void {
  const { web, store } = context
  route(
    web,
    'GET /api/tournament/tournament/:id/players.csv',
    { access: 'exportPlayers', scene: sceneOf.tournament },
    async (request, reply) => {
      const { slug, teams, id } = await readTournament(store, request.params.id)
      const columns = [...plain(new Map(teams.map((team) => [team.id, team.name])))]
      const asked = await questionColumns(store, id)
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${slug}-players.csv"`)
        .header('cache-control', 'no-store')
      return Readable.from(lines([...columns, ...asked], pages(store, request.person, id)))
    },
  )
}

type Player = z.infer<typeof PlayerBody>
type Column = [title: string, cell: (player: Player) => Cell]

function plain(teams: ReadonlyMap<number, string>): Column[] {
  return [
    ['Id', ({ id }) => id],
    ['Name', ({ name }) => name],
    ['Pronouns', ({ pronouns }) => pronouns],
    ['Scene', ({ scene }) => scene],
    ['Team', ({ team }) => (team === null ? '' : teams.get(team))],
    ['Tidbit', ({ tidbit }) => tidbit],
    ['E-mail', ({ email }) => email],
    ['Price', ({ price = 0 }) => dollarsOf(price)],
    ['Paid', ({ paid }) => yesNo(paid)],
    [
      'Payment options',
      ({ selectedPaymentOptions: options = [] }) => options.map(option).join('; '),
    ],
    ['Registered', ({ registrationTime }) => registrationTime],
    ['Checked in', ({ checkInTime }) => checkInTime],
    ['Not displayed', ({ doNotDisplay }) => yesNo(doNotDisplay)],
    ['Photo', ({ image }) => image],
  ]
}

function yesNo(is: boolean | undefined): string {
  return is ? 'yes' : 'no'
}

type Option = NonNullable<Player['selectedPaymentOptions']>[number]
function option({ paymentOption, quantity, customPrice }: Option): string {
  return `${quantity} × ${paymentOption.name} (${customPrice ?? paymentOption.price})`
}

/** In the order of the form; then what was asked once and is asked no more. */
async function questionColumns(store: Store, tournament: TournamentId): Promise<Column[]> {
  const questions = await store.db
    .selectFrom('kept.question')
    .select(['fieldName', 'fieldDescription'])
    .where('tournament', '=', tournament)
    .orderBy('position')
    .execute()
  const asked = new Set(questions.map(({ fieldName }) => fieldName))
  const answered = await answeredBy(store, tournament)
  const removed = answered.filter((name) => !asked.has(name)).toSorted(byNumber)
  return [
    ...questions.map(({ fieldName, fieldDescription }) => column(fieldDescription, fieldName)),
    ...removed.map((name) => column(`${name} (removed)`, name)),
  ]
}

function byNumber(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true })
}

function column(title: string, fieldName: string): Column {
  return [title, ({ answers = {} }) => answered(answers[fieldName])]
}

function answered(answer: NonNullable<Player['answers']>[string] | undefined): Cell {
  if (typeof answer === 'boolean') return yesNo(answer)
  return Array.isArray(answer) ? answer.join('; ') : answer
}

async function* lines(columns: Column[], players: AsyncIterable<Player[]>) {
  yield csvMark + csvLine(columns.map(([title]) => title))
  for await (const page of players) {
    yield page.map((player) => csvLine(columns.map(([, cell]) => cell(player)))).join('')
  }
}

/** So many at once: a thousand registrations are never all in memory. */
async function* pages(store: Store, person: Person | null, tournament: TournamentId) {
  for (let after = 0; ;) {
    const rows = await playersFor(store, person)
      .where('kept.player.tournament', '=', tournament)
      .where('kept.player.id', '>', after)
      .orderBy('kept.player.id')
      .limit(rowsAtOnce)
      .execute()
    yield rows.map((row) => playerBody(person, row))
    if (rows.length < rowsAtOnce) return
    after = rows.at(-1)?.id ?? 0
  }
}
