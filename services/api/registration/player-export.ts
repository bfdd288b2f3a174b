import { Readable } from 'node:stream'
import type { z } from 'zod'
import { answeredQuestionNames } from '../../store/index.ts'
import type { Store } from '../../store/index.ts'
import type { Person } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { csvLine, byteOrderMark } from '../player/csv.ts'
import type { Cell } from '../player/csv.ts'
import { playersFor, playerBody } from '../player/player-rows.ts'
import { dollarsOf } from '../../money/price.ts'
import { readTournament } from '../tournament/tournament-rows.ts'
import { waitingPeople } from './waiting-list.ts'
import type { PlayerBody } from '../schema/player/player.ts'
import type { TournamentId } from '#events/ids.ts'
import { route } from '../http/route.ts'

const rowsAtOnce = 500

/** The registered players as CSV, the only export with all their data. */
export function playerExportRoutes(context: Context): void {
  const { web, store, sceneOf } = context
  route(
    web,
    'GET /api/tournament/tournament/:id/players.csv',
    { access: 'exportPlayers', scene: sceneOf.tournament },
    async (request, reply) => {
      const { slug, teams, id } = await readTournament(store, request.params.id)
      const columns = [...baseColumns(new Map(teams.map((team) => [team.id, team.name])))]
      const questions = await questionColumns(store, id)
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${slug}-players.csv"`)
        .header('cache-control', 'no-store')
      const waiting = await waitingPeople(store.db, id)
      const all = [...columns, ...questions]
      return Readable.from(lines(all, pages(store, request.person, id), waiting))
    },
  )
}

type Player = z.infer<typeof PlayerBody>
type Column = [title: string, cell: (player: Player) => Cell]

function baseColumns(teams: ReadonlyMap<number, string>): Column[] {
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
    ['Paid or waived', ({ settled = 0 }) => dollarsOf(Math.max(0, settled))],
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

function yesNo(value: boolean | undefined): string {
  return value ? 'yes' : 'no'
}

type Option = NonNullable<Player['selectedPaymentOptions']>[number]
function option({ paymentOption, quantity, customPrice }: Option): string {
  return `${quantity} × ${paymentOption.name} (${customPrice ?? paymentOption.price})`
}

/** Columns of questions in the order of the form, then of removed questions that have answers. */
async function questionColumns(store: Store, tournament: TournamentId): Promise<Column[]> {
  const questions = await store.db
    .selectFrom('kept.question')
    .select(['fieldName', 'fieldDescription', 'choices'])
    .where('tournament', '=', tournament)
    .orderBy('position')
    .execute()
  const questionNames = new Set(questions.map(({ fieldName }) => fieldName))
  const answeredNames = await answeredQuestionNames(store, tournament)
  const removed = answeredNames.filter((name) => !questionNames.has(name)).toSorted(byNumber)
  const known = await removedQuestions(store, tournament)
  return [
    ...questions.map(({ fieldName, fieldDescription, choices }) =>
      column(fieldDescription, fieldName, choices),
    ),
    ...removed.map((name) => {
      const { fieldDescription = name, choices } = known.get(name) ?? {}
      return column(`${fieldDescription} (removed)`, name, choices)
    }),
  ]
}

async function removedQuestions({ db }: Store, tournament: TournamentId) {
  const rows = await db
    .selectFrom('kept.removedQuestion')
    .select(['fieldName', 'fieldDescription', 'choices'])
    .where('tournament', '=', tournament)
    .execute()
  return new Map(rows.map((row) => [row.fieldName, row]))
}

function byNumber(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true })
}

type Choice = { value: string; label: string }
function column(title: string, fieldName: string, choices: readonly Choice[] = []): Column {
  return [title, ({ answers = {} }) => answerCell(answers[fieldName], choices)]
}

/** Choices by their current label, as on the screens. */
function answerCell(
  answer: NonNullable<Player['answers']>[string] | undefined,
  choices: readonly Choice[],
): Cell {
  if (typeof answer === 'boolean') return yesNo(answer)
  const label = (chosen: string) => choices.find(({ value }) => value === chosen)?.label ?? chosen
  if (Array.isArray(answer)) return answer.map(label).join('; ')
  return typeof answer === 'string' ? label(answer) : answer
}

type WaitingPerson = Awaited<ReturnType<typeof waitingPeople>>[number]

/** The waiting list follows the players, in a column of its own if anybody waits. */
async function* lines(
  columns: Column[],
  players: AsyncIterable<Player[]>,
  waiting: WaitingPerson[],
) {
  const titles = columns.map(([title]) => title)
  yield byteOrderMark + csvLine(waiting.length > 0 ? [...titles, 'Waiting list'] : titles)
  for await (const page of players) {
    yield page.map((player) => csvLine(columns.map(([, cell]) => cell(player)))).join('')
  }
  const fields = { Name: 'name', 'E-mail': 'email', Registered: 'joinedAt' } as const
  for (const [index, person] of waiting.entries()) {
    const cells = titles.map((title) => {
      const field = fields[title as keyof typeof fields]
      return field ? person[field] : ''
    })
    yield csvLine([...cells, person.offeredUntil ? 'offered' : index + 1])
  }
}

/** Page by page, so that not all registrations are in memory at once. */
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
