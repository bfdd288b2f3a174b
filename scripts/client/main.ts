// `npm run client -- <folder>` generates the client package: code, and types from the API's
// schemas.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { argumentsOf } from '../support/arguments.ts'
import { z } from 'zod'
import { publicEventData } from '#events/schema/public-event.ts'
import { tables } from '#events/schema/rows.ts'
import { routes } from '#services/api/schema/routes.ts'

/**
 * Routes for the console, most of which accept no key, and pictures and ZIPs; programs can still call
 * them without the package.
 */
const forBrowsers =
  /^(DELETE|PATCH) \/api\/user\/me\/|^(POST|PUT) .*\/(video-clip|overlay)\/$|\/(user\/(?!user|me)|push|end-push|signin\/(code|register)|client-device|cabinet\/:id\/(code|token)|tournament\/:id\/validate|link-order|question-order|load-template|assign-group|finalize-draft|refund|stripe|update-stripe|image|status|template|links|payment|ledger|checkout|registration|log|history|timeline|replace|player-info-field|device|invitation|role|webhook|cabinet-group|display|draft|stage-placement|protest|(import|preview)-(bracket|tournament)|export|chat-hook|call-official|team\/:id\/(code|report)|calendar|pickup|door|practice)/

/** Prefixes of generated type names, for request and response types. */
const sides = { input: 'In', output: 'Out' } as const

const maxInlineLength = 80

const here = import.meta.dirname

export async function writeClient(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const { version } = JSON.parse(
    await readFile(join(here, '..', '..', 'package.json'), 'utf8'),
  ) as { version: string }
  const manifest = {
    name: 'waggle-client',
    version,
    description: 'Reads, writes and follows tournaments of a Waggle.',
    license: 'MIT',
    type: 'module',
    exports: { '.': { types: './client.d.ts', default: './client.js' } },
    files: ['client.js', 'client.d.ts', 'routes.d.ts'],
  }
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  await writeFile(join(folder, 'routes.d.ts'), clientTypes())
  for (const file of ['client.js', 'client.d.ts'])
    await copyFile(join(here, file), join(folder, file))
}

if (import.meta.main) {
  const { words } = argumentsOf('npm run client [-- <folder>]', { words: [0, 1] })
  const [folder = 'waggle-client'] = words
  await writeClient(folder)
  console.log(`The client package is in ${folder}.`)
}

type Schema = {
  $ref?: string
  $defs?: Record<string, Schema>
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  prefixItems?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
}

type Parts = {
  params?: z.ZodType
  querystring?: z.ZodType
  body?: z.ZodType
  response?: Record<number, z.ZodType>
}

function clientTypes(): string {
  const all = Object.entries<Parts>(routes).filter(([key]) => !forBrowsers.test(key))
  const requestSchemas = all.flatMap(([key, { params, querystring, body }]) => [
    ...(params ? [[`${key} params`, params] as const] : []),
    ...(querystring ? [[`${key} query`, querystring] as const] : []),
    ...(body ? [[`${key} body`, body] as const] : []),
  ])
  const responseSchemas = all.flatMap(([key, { response = {} }]) => {
    const answer = response[200] ?? response[201]
    return answer ? [[key, answer] as const] : []
  })
  const eventSchemas = Object.entries(publicEventData)
  const rows = Object.entries(tables)
  const input = printed(requestSchemas, 'input')
  const output = printed([...responseSchemas, ...eventSchemas, ...rows], 'output')
  const lines = all.map(([key, { params, querystring, body }]) => {
    const values = [
      ...(params ? [input.of(`${key} params`)] : []),
      ...(querystring ? [input.of(`${key} query`)] : []),
    ]
    const sent = body ? input.of(`${key} body`) : 'undefined'
    const answer = responseSchemas.some(([name]) => name === key) ? output.of(key) : 'null'
    return `  '${key}': Route<${values.join(' & ') || '{}'}, ${sent}, ${answer}>`
  })
  const events = eventSchemas.map(([type]) => `  '${type}': ${output.of(type)}`)
  const ofTables = rows.map(([table]) => `  ${table}: ${output.of(table)}`)
  return [
    ...input.definitions,
    ...output.definitions,
    'type Route<V, B, A> = { values: V; body: B; answer: A }',
    `export interface Routes {\n${lines.join('\n')}\n}`,
    `export interface PublicEvents {\n${events.join('\n')}\n}`,
    `export interface Rows {\n${ofTables.join('\n')}\n}`,
    '',
  ].join('\n')
}

/** Shared types longer than `maxInlineLength` are printed once, under a name. */
function printed(schemas: readonly (readonly [string, z.ZodType])[], io: keyof typeof sides) {
  const combined = z.object(Object.fromEntries(schemas))
  const document = z.toJSONSchema(combined, { io, reused: 'ref', unrepresentable: 'any' }) as Schema
  const shared = new Map<string, string>()
  const definitions: string[] = []
  let count = 0
  const name = (ref: string): string => {
    const key = ref.replace('#/$defs/', '')
    const existing = shared.get(key)
    if (existing !== undefined) return existing
    // Schemas without a name of their own are `__schema0`, `__schema1` …
    const newName = key.startsWith('__') || io === 'input' ? `${sides[io]}${count++}` : key
    // Set before printing, so that a recursive type finds its own name.
    shared.set(key, newName)
    const text = print(document.$defs?.[key])
    if (text.length <= maxInlineLength && !text.includes(newName)) shared.set(key, text)
    else definitions.push(`type ${newName} = ${text}`)
    return shared.get(key)!
  }
  const print = (schema: Schema | boolean | undefined): string => typeText(schema, name)
  const texts = new Map(schemas.map(([key]) => [key, print(document.properties?.[key])]))
  return { definitions, of: (key: string) => texts.get(key) ?? 'unknown' }
}

function typeText(schema: Schema | boolean | undefined, name: (ref: string) => string): string {
  const print = (part: Schema | boolean | undefined) => typeText(part, name)
  if (schema === undefined || typeof schema === 'boolean') return 'unknown'
  const { $ref, enum: values, anyOf, oneOf, allOf, type, properties, items, prefixItems } = schema
  if ($ref) return name($ref)
  if ('const' in schema) return JSON.stringify(schema.const)
  if (values) return values.map((value) => JSON.stringify(value)).join('|')
  const options = anyOf ?? oneOf
  if (options) return [...new Set(options.map(print))].join('|')
  if (allOf) return allOf.map((part) => grouped(print(part))).join(' & ')
  if (Array.isArray(type)) return type.map((each) => print({ ...schema, type: each })).join('|')
  if (prefixItems) return `[${prefixItems.map(print).join(', ')}]`
  if (type === 'array') return `${grouped(print(items))}[]`
  if (type === 'object') return objectText(schema, print)
  if (type === 'integer') return 'number'
  return type === undefined ? (properties ? objectText(schema, print) : 'unknown') : type
}

/** A union needs parentheses inside another type. */
function grouped(text: string): string {
  return text.includes('|') && !/^\{[^{}]*\}$/.test(text) ? `(${text})` : text
}

function objectText(
  { properties = {}, required = [], additionalProperties }: Schema,
  print: (schema: Schema | boolean | undefined) => string,
): string {
  const own = Object.entries(properties).map(
    ([key, part]) =>
      `${/^\w+$/.test(key) ? key : `'${key}'`}${required.includes(key) ? '' : '?'}: ${print(part)}`,
  )
  if (own.length > 0) return `{ ${own.join('; ')} }`
  return additionalProperties ? `Record<string, ${print(additionalProperties)}>` : '{}'
}
