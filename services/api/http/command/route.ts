import type { FastifyContextConfig, FastifyRequest } from 'fastify'
import type { Command } from '#events/schema/command.ts'
import type { Done } from '#services/desk/index.ts'
import type { AnswerOf, RequestPart, Routes } from '../../schema/routes.ts'
import type { Context } from '../context.ts'
import { writeRoute } from '../route.ts'
import { send } from './send.ts'

type Verb<Of extends string, A> = {
  [K in keyof Routes]: K extends `PUT ${Of}${infer V}/`
    ? A extends AnswerOf<K>
      ? V
      : never
    : never
}[keyof Routes]
type Route<Of extends string, V extends string> = `PUT ${Of}${V}/` & keyof Routes
type IdOf<K extends keyof Routes> = RequestPart<K, 'params'> extends { id: infer I } ? I : never

/**
 * Registers routes such as `PUT …/match/{id}/stop/`: each sends one command for one object, and all
 * have the same kind of answer.
 */
export function commandRoutes<Of extends string, A>(
  context: Context,
  config: FastifyContextConfig,
  {
    of,
    answer,
  }: { of: Of; answer: (id: number, done: Done, request: FastifyRequest) => Promise<A> },
) {
  return <V extends Verb<Of, A>>(
    verb: V,
    command: (id: IdOf<Route<Of, V>>, body: RequestPart<Route<Of, V>, 'body'>) => Command,
  ): void => {
    const route = `PUT ${of}${verb}/` as Route<Of, V>
    writeRoute(context, route, config, async (target, request) => {
      const { id } = request.params as { id: IdOf<Route<Of, V>> & number }
      const done = await send(context, target, command(id, request.body as never))
      return (await answer(id, done, request)) as never
    })
  }
}
