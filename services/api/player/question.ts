import { z } from 'zod'
import { countOf } from '../../store/index.ts'
import { wrongFields } from '../../web/index.ts'
import { idempotentRows } from '../http/idempotency.ts'
import type { Context } from '../http/context.ts'
import { omitUndefined } from '../http/omit-undefined.ts'
import type { Scopes } from '../http/scope.ts'
import { ById, Id, IdFilter } from '../http/ids.ts'
import type { RowScopes } from '../http/row-scope.ts'
import { Order, Ordered, removeFromOrder } from '../http/list-order.ts'
import { lockTournament, removeRoute } from '../http/row-write.ts'
import type { Tx } from '../http/row-write.ts'
import { list, listOf, paging } from '../http/list.ts'
import { orderQuestions } from './question-order.ts'
import {
  QuestionBody,
  QuestionFields,
  addQuestion,
  hasChoices,
  questions,
  readQuestion,
  rowOf,
} from './question-rows.ts'

const url = '/api/tournament/player-info-field/'
const { isRequired, choices } = QuestionFields.shape
const Whole = QuestionFields.extend({
  isRequired: isRequired.default(false),
  choices: choices.default([]),
})
const NewQuestion = Whole.extend({ tournament: Id })
const Replacement = Whole.extend({ tournament: Id.optional() })
const Change = QuestionFields.partial().extend({ tournament: Id.optional() })
const Filters = z.object({ ...paging, tournamentId: IdFilter, tournament: IdFilter })

/** Registration questions; on the wire a question is a player-info field. */
export function questionRoutes(context: Context, sceneOf: Scopes & RowScopes): void {
  readRoutes(context)
  writeRoutes(context, sceneOf)
  orderRoute(context, sceneOf)
}

function readRoutes({ web, store: { db } }: Context): void {
  const config = { access: 'readPublic' } as const

  web.get(
    url,
    { config, schema: { querystring: Filters, response: { 200: listOf(QuestionBody) } } },
    (request) => {
      const tournament = request.query.tournamentId ?? request.query.tournament
      const found = questions(db).$if(tournament !== undefined, (q) =>
        q.where('kept.question.tournament', '=', tournament ?? 0),
      )
      return list(request, {
        count: () => countOf(found),
        rows: (limit, offset) =>
          found
            .orderBy('kept.question.tournament')
            .orderBy('position')
            .limit(limit)
            .offset(offset)
            .execute(),
      })
    },
  )

  web.get(
    `${url}:id/`,
    { config, schema: { params: ById, response: { 200: QuestionBody } } },
    (request) => readQuestion(db, request.params.id),
  )
}

function writeRoutes(context: Context, sceneOf: Scopes & RowScopes): void {
  const { web, store } = context
  const config = { access: 'editRegistration', scene: sceneOf.question } as const

  web.post(
    url,
    {
      config: { access: 'editRegistration', scene: sceneOf.byTournamentInBody },
      schema: { body: NewQuestion, response: { 201: QuestionBody } },
    },
    (request, reply) => {
      reply.code(201)
      return idempotentRows({ store, request, reply }, async (tx) => {
        const { tournament, ...fields } = request.body
        return readQuestion(tx, await addQuestion(tx, tournament, fields))
      })
    },
  )

  for (const [method, body] of [
    ['PUT', Replacement],
    ['PATCH', Change],
  ] as const) {
    web.route({
      method,
      url: `${url}:id/`,
      config,
      schema: { params: ById, body, response: { 200: QuestionBody } },
      handler: (request, reply) =>
        idempotentRows({ store, request, reply }, (tx) =>
          changeQuestion(tx, request.params.id, request.body),
        ),
    })
  }

  removeRoute(context, { url, config }, async (tx, id) =>
    removeFromOrder(tx, 'question', await readQuestion(tx, id)),
  )
}

async function changeQuestion(
  tx: Tx,
  id: number,
  { tournament, ...change }: z.infer<typeof Change>,
) {
  const before = await readQuestion(tx, id)
  if (tournament !== undefined && tournament !== before.tournament) {
    throw wrongFields({ tournament: ['A question stays with its tournament'] })
  }
  await lockTournament(tx, before.tournament)
  const { fieldSlug, fieldDescription, fieldType, isRequired, choices } = await readQuestion(tx, id)
  const fields: QuestionFields = {
    fieldSlug,
    fieldDescription,
    fieldType,
    isRequired,
    // A question that is no choice any more has lost its choices.
    choices: hasChoices(change.fieldType ?? fieldType) ? choices : [],
    ...omitUndefined(change),
  }
  await tx.updateTable('kept.question').set(rowOf(fields)).where('id', '=', id).execute()
  return readQuestion(tx, id)
}

function orderRoute({ web, store }: Context, sceneOf: Scopes): void {
  web.put(
    '/api/tournament/tournament/:id/question-order/',
    {
      config: { access: 'editRegistration', scene: sceneOf.tournament },
      schema: { params: ById, body: Order, response: { 200: Ordered } },
    },
    (request, reply) =>
      idempotentRows({ store, request, reply }, (tx) =>
        orderQuestions(tx, request.params.id, request.body),
      ),
  )
}
