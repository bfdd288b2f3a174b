import type { IdAndName, Squad } from './roster.ts'
import { foldForSearch } from '#events/text/fold-for-search.ts'
import { paste as words } from '../../core/text/organize/teams.ts'

type ParsedPlayer = {
  name: string
  line: number
  pronouns?: string
  scene?: string
  email?: string
}
/** `id` is set for an existing team, which receives the new players. */
type ParsedTeam = { name: string; id: number | null; line: number; players: ParsedPlayer[] }
type Doubt = { line: number; text: string; why: string }
export type ParsedRoster = {
  teams: ParsedTeam[]
  /** lines that are left out, with the reason */
  refused: { line: number; why: string }[]
  /** lines that are used only if the user confirms them, with the reason */
  doubted: Doubt[]
  /** The columns of a table by their titles. `is` is null for an ignored column. */
  columns: { title: string; is: Column | null }[]
}
type Entry = { line: number; text: string; team: string; player?: Omit<ParsedPlayer, 'line'> }
export type Column = keyof typeof columns
/** The user's choices for columns, by title; null ignores the column. */
export type ColumnChoices = Readonly<Record<string, Column | null>>

const maxNameLength = 100
const columns = {
  team: ['team', 'team name'],
  player: ['player', 'player name', 'name'],
  pronouns: ['pronouns'],
  scene: ['scene', 'home scene'],
  email: ['email', 'e-mail', 'mail'],
}

/**
 * Parses a list with one team per line, `Team: A, B, C`, or a table whose first line names its
 * columns. `accepted` are the texts of doubtful lines that the user has confirmed.
 */
export function parseRoster(
  list: string,
  squads: readonly Squad<IdAndName>[],
  {
    accepted = new Set(),
    columnChoices = {},
  }: { accepted?: ReadonlySet<string>; columnChoices?: ColumnChoices } = {},
): ParsedRoster {
  const lines = list.split(/\r\n?|\n/).map((text, index) => ({ line: index + 1, text }))
  const nonEmpty = lines.filter(({ text }) => text.trim() !== '')
  const columns = columnsIn(nonEmpty, columnChoices)
  const kinds = columns.map(({ is }) => is)
  const header = kinds.includes('team') ? kinds : null
  const entries = header
    ? nonEmpty.slice(1).map((row) => entryOfRow(row, cellsOf(row.text), header))
    : nonEmpty.flatMap(({ line, text }) => entriesOf(line, text))
  return { ...collectTeams(entries, { squads, accepted, isTable: header !== null }), columns }
}

type Context = {
  squads: readonly Squad<IdAndName>[]
  accepted: ReadonlySet<string>
  isTable: boolean
}

function collectTeams(
  entries: Entry[],
  { squads, accepted, isTable }: Context,
): Omit<ParsedRoster, 'columns'> {
  const teams = new Map<string, ParsedTeam>()
  const refused = new Map<number, string>()
  const doubted = new Map<number, Doubt>()
  const playerKeys = new Set(
    squads.flatMap(({ team, players }) => players.map((p) => keyOf(team, p))),
  )
  const names = newNameIndex(squads)
  for (const { line, text, team: name, player } of entries) {
    const existing = squads.find(
      ({ team }) => team && foldForSearch(team.name) === foldForSearch(name),
    )?.team
    const earlier = teams.get(foldForSearch(name))
    const key = player && keyOf({ name }, player)
    const why =
      name === ''
        ? words.noTeam
        : Math.max(name.length, player?.name.length ?? 0) > maxNameLength
          ? words.tooLong
          : !isTable && earlier && earlier.line !== line
            ? words.twice(name, earlier.line)
            : key && playerKeys.has(key)
              ? words.playerThere(player.name, name)
              : existing && !player
                ? words.teamThere(name)
                : null
    if (why !== null) {
      refused.set(line, why)
      continue
    }
    const doubt = names.doubt(existing?.name ?? name, player?.name)
    if (doubt !== null) doubted.set(line, { line, text, why: doubt })
    if (doubt !== null && !accepted.has(text)) continue
    const team = earlier ?? {
      name: existing?.name ?? name,
      id: existing?.id ?? null,
      line,
      players: [],
    }
    teams.set(foldForSearch(name), team)
    names.add(team.name, player?.name)
    if (key) playerKeys.add(key)
    if (player) team.players.push({ line, ...player })
  }
  return {
    teams: [...teams.values()],
    refused: [...refused].map(([line, why]) => ({ line, why })),
    doubted: [...doubted.values()],
  }
}

/** The request body. The order of the list becomes the order of teams, and so of seeds. */
export function rosterBody({ teams }: Pick<ParsedRoster, 'teams'>) {
  return teams.map(({ id, name, players }) => {
    return { team: id, name, players: players.map(({ line: _, ...player }) => player) }
  })
}

/** Maps the server's problems to lines: `1.players.0.email: Invalid email address`. */
export function problemLines(
  { teams }: Pick<ParsedRoster, 'teams'>,
  problems: unknown,
): ParsedRoster['refused'] {
  return [problems].flat().flatMap((problem) => {
    const text = typeof problem === 'string' ? problem : ''
    const match = /^(\d+)\.(?:players\.(\d+)\.)?[\w.]+: (.*)$/s.exec(text)
    const team = teams[Number(match?.[1])]
    const line = (match?.[2] === undefined ? team : team?.players[Number(match[2])])?.line
    return line === undefined ? [] : [{ line, why: match?.[3] ?? '' }]
  })
}

/** Index of existing names and names earlier in the list, to detect probable duplicates. */
function newNameIndex(squads: readonly Squad<IdAndName>[]) {
  const teams = new Map<string, string>()
  /** the team of each player; '' if none */
  const players = new Map<string, string>()
  const add = (team: string, player?: string) => {
    if (team !== '') teams.set(foldForSearch(team), team)
    if (player !== undefined) players.set(foldForSearch(player), team)
  }
  for (const { team, players: members } of squads) {
    add(team?.name ?? '')
    for (const { name } of members) add(team?.name ?? '', name)
  }
  return {
    add,
    doubt(team: string, player?: string): string | null {
      const where = player === undefined ? undefined : players.get(foldForSearch(player))
      if (
        player !== undefined &&
        where !== undefined &&
        foldForSearch(where) !== foldForSearch(team)
      ) {
        return words.playerElsewhere(player, where)
      }
      if (teams.has(foldForSearch(team))) return null
      const near = [...teams.values()].find((name) => isNear(name, team))
      return near === undefined ? null : words.near(team, near)
    },
  }
}

const minNear = 5

/** True for "The Bees!" and "bees" or one letter of difference, but not "Team 1" and "Team 2". */
function isNear(first: string, second: string): boolean {
  const [a = '', b = ''] = [first, second].map((name) =>
    foldForSearch(name).replace(/^the\b|[^\p{L}\p{N}]/gu, ''),
  )
  if (a === b) return a !== ''
  if (a.replace(/\P{N}/gu, '') !== b.replace(/\P{N}/gu, '')) return false
  if (Math.min(a.length, b.length) < minNear || Math.abs(a.length - b.length) > 1) return false
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  let at = 0
  while (at < short.length && short[at] === long[at]) at++
  return short.slice(at + Number(a.length === b.length)) === long.slice(at + 1)
}

function keyOf(team: { name: string } | null, player: { name: string }): string {
  return JSON.stringify([team && foldForSearch(team.name), foldForSearch(player.name)])
}

/** Parses `Team: A, B, C`. A colon within a word is part of the word. */
function entriesOf(line: number, text: string): Entry[] {
  const [, team = text, players = ''] = /^(.*?):(?:\s+(.*))?$/.exec(text.trim()) ?? []
  const names = cellsOf(players).filter((name) => name !== '')
  const name = team.trim()
  return names.length === 0
    ? [{ line, text, team: name }]
    : names.map((player) => ({ line, text, team: name, player: { name: player } }))
}

type Line = { line: number; text: string }

function entryOfRow({ line, text }: Line, cells: string[], header: (Column | null)[]): Entry {
  const cell = (column: Column) => cells[header.indexOf(column)] ?? ''
  const [name, pronouns] = [cell('player'), cell('pronouns')]
  const [scene, email] = [cell('scene'), cell('email')]
  const details = {
    ...(pronouns && { pronouns }),
    ...(scene && { scene }),
    ...(email && { email }),
  }
  return { line, text, team: cell('team'), ...(name && { player: { name, ...details } }) }
}

/** The columns of a table, or none if the list is no table. A lone title may be a team name. */
function columnsIn(lines: Line[], columnChoices: ColumnChoices): ParsedRoster['columns'] {
  const titles = cellsOf(lines[0]?.text ?? '')
  const recognised = titles.map((title) => {
    const match = Object.entries(columns).find(([, names]) => names.includes(title.toLowerCase()))
    return match ? (match[0] as Column) : null
  })
  const hasTeam =
    recognised.includes('team') && (titles.length > 1 || titles[0]?.toLowerCase() === 'team')
  if (!hasTeam && !isRectangular(lines, titles.length)) return []
  return titles.map((title, index) => {
    const is = columnChoices[title]
    return { title, is: is === undefined ? (recognised[index] ?? null) : is }
  })
}

/** Same number of cells in every line and no `Team: players`: a table with unknown titles. */
function isRectangular(lines: Line[], count: number): boolean {
  if (lines.length < 2 || count < 2) return false
  return lines.every(({ text }) => cellsOf(text).length === count && !/:\s/.test(text))
}

/** Assigns a kind to one column and removes it from all others. */
export function withColumn(
  all: ParsedRoster['columns'],
  { title, is }: { title: string; is: Column | null },
): ColumnChoices {
  return Object.fromEntries(
    all.map((column) => {
      if (column.title === title) return [title, is]
      return [column.title, column.is === is ? null : column.is]
    }),
  )
}

/** Splits at commas, semicolons and tabs outside of quotation marks. */
function cellsOf(text: string): string[] {
  const cells = `,${text}`.matchAll(/[,;\t] *(?:"((?:[^"]|"")*)"|([^,;\t]*))/g)
  return [...cells].map(([, quoted, plain = '']) => (quoted?.replaceAll('""', '"') ?? plain).trim())
}
