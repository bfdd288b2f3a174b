import { expect, test } from 'vitest'
import { z } from 'zod'
import { routes } from './routes.ts'

const nameFields = ['name', 'displayName', 'newTeam', 'guest', 'blueName', 'goldName'] as const
/** Names that only describe an object that is named by its id. */
const copies = /paymentOption name$|data cabinets name$/
const unseen = ['\u200B', '\u202E', '\u2063', '\u3164']

/** The schemas of names in bodies of requests, with the routes and objects they are in. */
function namesIn(schema: z.ZodType, path: string): [path: string, name: z.ZodType][] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    return namesIn(schema.unwrap() as z.ZodType, path)
  }
  if (schema instanceof z.ZodNullable) return namesIn(schema.unwrap() as z.ZodType, path)
  if (schema instanceof z.ZodArray) return namesIn(schema.element as z.ZodType, path)
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([field, type]) => {
    const isName = (nameFields as readonly string[]).includes(field)
    return isName ? [[`${path} ${field}`, type]] : namesIn(type, `${path} ${field}`)
  })
}

const names = Object.entries(routes).flatMap(([key, route]) =>
  'body' in route
    ? namesIn(route.body as z.ZodType, key).filter(([path]) => !copies.test(path))
    : [],
)

test('no route takes a name without a visible character', () => {
  expect(names.map(([path]) => path)).toEqual(
    expect.arrayContaining([
      'POST /api/tournament/team/ name',
      'POST /api/tournament/player/ name',
      'POST /api/tournament/bracket/ name',
      'POST /api/tournament/tournament/ name',
      'POST /api/game/cabinet/ displayName',
      'PATCH /api/tournament/queue/:id/ name',
    ]),
  )
  const taken = names.filter(([, type]) =>
    unseen.some((name) => {
      const { success, data } = type.safeParse(name)
      return success && data !== ''
    }),
  )
  expect(taken.map(([path]) => path)).toEqual([])
})

test('a name that nobody can see gets the message of an empty one', () => {
  for (const [, type] of names) {
    const messageOf = (name: string) => type.safeParse(name).error?.issues[0]?.message
    expect(messageOf('\u2063')).toBe(messageOf(''))
  }
})
