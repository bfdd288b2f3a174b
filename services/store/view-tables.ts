import { tables } from '#events/schema/rows.ts'
import type { Table } from '#events/schema/rows.ts'
import { primaryKeyOf, tableNames } from '#events/view/keys.ts'
import type { Tables } from './tables/tables.ts'

/**
 * The tables that can be rebuilt from the log: the rows of `events/schema/rows.ts`, and tables that
 * only services use. A change means dropping, creating and filling them again, without migrations.
 */
type SqlType = 'integer' | 'bigint' | 'double precision' | 'text' | 'boolean' | 'jsonb'
/** Names are in snake_case, as in Postgres. */
type ViewTable = {
  columns: Record<string, string>
  primaryKey: string[]
  unique?: string[]
  /** the part of `create index` after the table's name */
  indexes?: string[]
  /** the initial rows, as SQL */
  initialRows?: string
}

const indexes: { [T in Table]?: string[] } = {
  tournament: [
    '(scene, slug)',
    '(date desc, id desc)',
    `(id) where link_type = 'challonge'`,
    'using gin (assigned_cabinets jsonb_path_ops)',
  ],
  team: ['(tournament)'],
  bracket: ['(tournament)', '(group_set) where group_set is not null'],
  match: [
    '(tournament)',
    '(bracket)',
    '(active_cabinet) where active_cabinet is not null',
    '(blue_team)',
    '(gold_team)',
  ],
  queue: ['(tournament)', 'using gin (cabinets jsonb_path_ops)'],
  played: ['(match)', '(game)'],
  member: ['(team)'],
  protest: ['(tournament)', '(match)'],
}

type Columns<Row> = {
  [C in keyof Row & string]: null extends Row[C] ? SqlType : `${SqlType} not null`
}
type ServiceView = 'checkpoint' | 'tournamentVersion' | 'change' | 'stageEnd'
type CabinetView = 'cabinet' | 'game' | 'cabinetEvent' | 'signIn' | 'gameUser'
type ServiceTables = ServiceView | CabinetView
type OwnTable<T extends ServiceTables> = Omit<ViewTable, 'columns'> & {
  columns: Columns<Tables[`view.${T}`]>
}

const serviceTables: { [T in ServiceTables]: OwnTable<T> } = {
  checkpoint: {
    columns: { name: 'text not null', seq: 'bigint not null', form: 'text not null' },
    primaryKey: ['name'],
    initialRows: `('tournament', 0, '$form'), ('facts', 0, '$form')`,
  },
  tournamentVersion: {
    columns: { tournament: 'integer not null', version: 'integer not null' },
    primaryKey: ['tournament'],
  },
  // Frames refer to commands by their public id.
  change: {
    columns: {
      tournament: 'integer not null',
      version: 'integer not null',
      frame: 'jsonb not null',
    },
    primaryKey: ['tournament', 'version'],
  },
  // Not part of a stage's row, which an undo restores exactly, while the log goes on.
  stageEnd: {
    columns: {
      bracket: 'integer not null',
      tournament: 'integer not null',
      version: 'integer not null',
      chain: 'text not null',
    },
    primaryKey: ['bracket'],
    indexes: ['(tournament)'],
  },
  cabinet: {
    columns: {
      id: 'integer not null',
      clientStatus: 'text not null',
      since: 'text',
      live: 'jsonb not null',
      newest: 'text not null',
      game: 'text',
      heard: 'text not null',
    },
    primaryKey: ['id'],
  },
  signIn: {
    columns: {
      cabinet: 'integer not null',
      position: 'integer not null',
      person: 'integer not null',
    },
    primaryKey: ['cabinet', 'position'],
    indexes: ['(person)'],
  },
  gameUser: {
    columns: { game: 'bigint not null', position: 'integer not null', person: 'integer not null' },
    primaryKey: ['game', 'position'],
    indexes: ['(person)'],
  },
  game: {
    columns: {
      id: 'bigint not null',
      gameId: 'text not null',
      cabinet: 'integer not null',
      mapName: 'text not null',
      cabinetMap: 'text not null',
      goldOnLeft: 'boolean',
      startTime: 'text not null',
      endTime: 'text',
      seconds: 'double precision',
      status: 'text not null',
      winCondition: 'text',
      winningTeam: 'text',
      playerCount: 'integer not null',
      berriesUsed: 'integer not null',
      cabinetVersion: 'text not null',
      stats: 'jsonb not null',
    },
    primaryKey: ['id'],
    unique: ['game_id', 'cabinet'],
    indexes: ['(cabinet, id)'],
  },
  cabinetEvent: {
    columns: {
      cabinet: 'integer not null',
      eventId: 'text not null',
      gameId: 'text',
      time: 'text not null',
      type: 'text not null',
      values: 'jsonb not null',
      seq: 'bigint not null',
      after: 'bigint not null',
    },
    primaryKey: ['cabinet', 'event_id'],
    indexes: ['(game_id, time, event_id)', '(cabinet, after, seq)'],
  },
}

const snakeNames: Record<string, string> = {}
/** Converts a name like the store's plugin does. */
export function snake(name: string): string {
  return (snakeNames[name] ??= name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
}

/** All tables of the schema, by their name in Postgres. */
export const viewTables = viewTablesOf(tables)

/** Generates the tables from the row schemas, so that both always have the same columns. */
export function viewTablesOf(schemas: Record<Table, RowSchema>): Record<string, ViewTable> {
  const views = tableNames.map((name): [string, ViewTable] => {
    const all = Object.entries(schemas[name].shape)
    const columns = all.map(([column, part]) => [snake(column), columnOf(part)])
    const primaryKey = primaryKeyOf(name).map(snake)
    const extra = { indexes: indexes[name] ?? [] }
    return [snake(name), { columns: Object.fromEntries(columns), primaryKey, ...extra }]
  })
  const services = Object.entries(serviceTables).map(([name, table]): [string, ViewTable] => {
    const columns = Object.entries<string>(table.columns)
    const snakeColumns = columns.map(([column, type]) => [snake(column), type])
    return [snake(name), { ...table, columns: Object.fromEntries(snakeColumns) }]
  })
  return Object.fromEntries([...views, ...services])
}

/**
 * SQL that creates the tables; `$` stands for the schema's name, `$form` for the hash of the form.
 */
export function ddl(all: Record<string, ViewTable>): string {
  return Object.entries(all)
    .map(([name, { columns, primaryKey, unique, indexes: more = [], initialRows }]) => {
      const definitions = [
        ...Object.entries(columns).map(([column, type]) => `${column} ${type}`),
        `primary key (${primaryKey.join(', ')})`,
        ...(unique ? [`unique (${unique.join(', ')})`] : []),
      ]
      const statements = [
        `create table $.${name} (\n  ${definitions.join(',\n  ')}\n)`,
        ...more.map((index) => `create index on $.${name} ${index}`),
        ...(initialRows ? [`insert into $.${name} values ${initialRows}`] : []),
      ]
      return statements.map((statement) => `${statement};\n`).join('')
    })
    .join('')
}

/** The parts of a zod schema that determine its column. */
type RowSchema = { shape: Record<string, Part> }
type Part = { def: { type: string; format?: string; innerType?: Part } }

function columnOf({ def }: Part): string {
  if (def.type === 'nullable') return columnOf(def.innerType!).replace(' not null', '')
  // A stored row has every field, even if a command may omit it.
  if (def.type === 'default') return columnOf(def.innerType!)
  return `${sqlTypeOf(def)} not null`
}

function sqlTypeOf({ type, format }: Part['def']): SqlType {
  switch (type) {
    case 'number':
      return format === 'safeint' ? 'integer' : 'double precision'
    case 'string':
    case 'enum':
      return 'text'
    case 'boolean':
      return 'boolean'
    case 'array':
    case 'object':
      return 'jsonb'
    default:
      throw new Error(`There is no column for a field of the type ${type}.`)
  }
}
