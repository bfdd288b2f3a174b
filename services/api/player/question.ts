import type { z } from 'zod'
import { countOf } from '../../store/index.ts'
import { wrongFields } from '../../web/index.ts'
import { idempotentRows } from '../http/idempotency.ts'
import type { Context } from '../http/context.ts'
import { omitUndefined } from '../http/omit-undefined.ts'
import type { Scopes } from '../http/scope.ts'
import type { RowScopes } from '../http/row-scope.ts'
import { removeFromOrder } from '../http/list-order.ts'
import { lockTournament, removeRoute } from '../http/row-write.ts'
import type { Tx } from '../http/row-write.ts'
import { list } from '../http/list.ts'
import { orderQuestions } from './question-order.ts'
import { addQuestion, hasChoices, questions, readQuestion, rowOf } from './question-rows.ts'
import { on } from '../schema/on.ts'
import { registrationApi } from '../schema/registration.ts'
import type { QuestionChange, QuestionFields } from '../schema/registration.ts'

/** Registration questions; on the wire a question is a player-info field. */
export function questionRoutes(context: Context, sceneOf: Scopes & RowScopes): void {
  readRoutes(context)
  writeRoutes(context, sceneOf)
  orderRoute(context, sceneOf)
}

function readRoutes({ web, store: { db } }: Context): void {
  const config = { access: 'readPublic' } as const

  web.route({
    ...on(registrationApi, 'GET /api/tournament/player-info-field/'),
    config,
    handler: (request) => {
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
  })

  web.route({
    ...on(registrationApi, 'GET /api/tournament/player-info-field/:id/'),
    config,
    handler: (request) => readQuestion(db, request.params.id),
  })
}

function writeRoutes(context: Context, sceneOf: Scopes & RowScopes): void {
  const { web, store } = context
  const config = { access: 'editRegistration', scene: sceneOf.question } as const

  web.route({
    ...on(registrationApi, 'POST /api/tournament/player-info-field/'),
    config: { access: 'editRegistration', scene: sceneOf.byTournamentInBody },
    handler: (request, reply) => {
      reply.code(201)
      return idempotentRows({ store, request, reply }, async (tx) => {
        const { tournament, ...fields } = request.body
        return readQuestion(tx, await addQuestion(tx, tournament, fields))
      })
    },
  })

  for (const key of [
    'PUT /api/tournament/player-info-field/:id/',
    'PATCH /api/tournament/player-info-field/:id/',
  ] as const) {
    web.route({
      ...on(registrationApi, key),
      config,
      handler: (request, reply) =>
        idempotentRows({ store, request, reply }, (tx) =>
          changeQuestion(tx, request.params.id, request.body),
        ),
    })
  }

  removeRoute(
    context,
    { ...on(registrationApi, 'DELETE /api/tournament/player-info-field/:id/'), config },
    async (tx, id) => removeFromOrder(tx, 'question', await readQuestion(tx, id)),
  )
}

async function changeQuestion(
  tx: Tx,
  id: number,
  { tournament, ...change }: z.infer<typeof QuestionChange>,
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
  web.route({
    ...on(registrationApi, 'PUT /api/tournament/tournament/:id/question-order/'),
    config: { access: 'editRegistration', scene: sceneOf.tournament },
    handler: (request, reply) =>
      idempotentRows({ store, request, reply }, (tx) =>
        orderQuestions(tx, request.params.id, request.body),
      ),
  })
}
