import type { Named, Squad } from './roster.ts'
import { folded } from '../../../../events/text/folded.ts'
import { paste as words } from './paste-text.ts'

type PastedPlayer = {
  name: string
  line: number
  pronouns?: string
  scene?: string
  email?: string
}
/** `id`: of a team that is there already; its new players come into it */
type PastedTeam = { name: string; id: number | null; line: number; players: PastedPlayer[] }
type Doubt = { line: number; said: string; why: string }
export type Pasted = {
  teams: PastedTeam[]
  /** lines that are left out, and why */
  refused: { line: number; why: string }[]
  /** lines that are taken only where a person says so, and why */
  doubted: Doubt[]
  /** of a table: what each column is, in the words of its first line; null: nothing */
  columns: { title: string; is: Column | null }[]
}
type Entry = { line: number; said: string; team: string; player?: Omit<PastedPlayer, 'line'> }
export type Column = keyof typeof columns
/** What a person said that columns are, by their titles; null: nothing. */
export type Chosen = Readonly<Record<string, Column | null>>

const maxName = 100
const columns = {
  team: ['team', 'team name'],
  player: ['player', 'player name', 'name'],
  pronouns: ['pronouns'],
  scene: ['scene', 'home scene'],
  email: ['email', 'e-mail', 'mail'],
}

/**
 * A team a line, `Team: A, B, C`, or a table whose first line names its columns. `accepted` are the
 * texts of doubtful lines that a person took.
 */
export function pastedIn(
  text: string,
  squads: readonly Squad<Named>[],
  { accepted = new Set(), chosen = {} }: { accepted?: ReadonlySet<string>; chosen?: Chosen } = {},
): Pasted {
  const lines = text.split(/\r\n?|\n/).map((said, index) => ({ line: index + 1, said }))
  const full = lines.filter(({ said }) => said.trim() !== '')
  const columns = columnsIn(full, chosen)
  const kinds = columns.map(({ is }) => is)
  const header = kinds.includes('team') ? kinds : null
  const entries = header
    ? full.slice(1).map((row) => rowOf(row, cellsOf(row.said), header))
    : full.flatMap(({ line, said }) => listed(line, said))
  return { ...gathered(entries, { squads, accepted, isTable: header !== null }), columns }
}

type Known = {
  squads: readonly Squad<Named>[]
  accepted: ReadonlySet<string>
  isTable: boolean
}

function gathered(entries: Entry[], { squads, accepted, isTable }: Known): Omit<Pasted, 'columns'> {
  const teams = new Map<string, PastedTeam>()
  const refused = new Map<number, string>()
  const doubted = new Map<number, Doubt>()
  const taken = new Set(squads.flatMap(({ team, players }) => players.map((p) => keyOf(team, p))))
  const names = namesIn(squads)
  for (const { line, said, team: name, player } of entries) {
    const there = squads.find(({ team }) => team && folded(team.name) === folded(name))?.team
    const before = teams.get(folded(name))
    const key = player && keyOf({ name }, player)
    const why =
      name === ''
        ? words.noTeam
        : Math.max(name.length, player?.name.length ?? 0) > maxName
          ? words.tooLong
          : !isTable && before && before.line !== line
            ? words.twice(name, before.line)
            : key && taken.has(key)
              ? words.playerThere(player.name, name)
              : there && !player
                ? words.teamThere(name)
                : null
    if (why !== null) {
      refused.set(line, why)
      continue
    }
    const doubt = names.doubt(there?.name ?? name, player?.name)
    if (doubt !== null) doubted.set(line, { line, said, why: doubt })
    if (doubt !== null && !accepted.has(said)) continue
    const team = before ?? { name: there?.name ?? name, id: there?.id ?? null, line, players: [] }
    teams.set(folded(name), team)
    names.add(team.name, player?.name)
    if (key) taken.add(key)
    if (player) team.players.push({ line, ...player })
  }
  return {
    teams: [...teams.values()],
    refused: [...refused].map(([line, why]) => ({ line, why })),
    doubted: [...doubted.values()],
  }
}

/** What is sent; the order of the list is that of the teams, and so of the seeds. */
export function rosterOf({ teams }: Pick<Pasted, 'teams'>) {
  return teams.map(({ id, name, players }) => {
    return { team: id, name, players: players.map(({ line: _, ...player }) => player) }
  })
}

/** The lines that the server finds wrong: `1.players.0.email: Invalid email address`. */
export function linesOf({ teams }: Pick<Pasted, 'teams'>, texts: unknown): Pasted['refused'] {
  return [texts].flat().flatMap((text) => {
    const said = typeof text === 'string' ? text : ''
    const found = /^(\d+)\.(?:players\.(\d+)\.)?[\w.]+: (.*)$/s.exec(said)
    const team = teams[Number(found?.[1])]
    const line = (found?.[2] === undefined ? team : team?.players[Number(found[2])])?.line
    return line === undefined ? [] : [{ line, why: found?.[3] ?? '' }]
  })
}

/** Names that are there or come earlier in the list: one that is nearly the same may be meant. */
function namesIn(squads: readonly Squad<Named>[]) {
  const teams = new Map<string, string>()
  /** where each is; '' is in no team */
  const players = new Map<string, string>()
  const add = (team: string, player?: string) => {
    if (team !== '') teams.set(folded(team), team)
    if (player !== undefined) players.set(folded(player), team)
  }
  for (const { team, players: own } of squads) {
    add(team?.name ?? '')
    for (const { name } of own) add(team?.name ?? '', name)
  }
  return {
    add,
    doubt(team: string, player?: string): string | null {
      const where = player === undefined ? undefined : players.get(folded(player))
      if (player !== undefined && where !== undefined && folded(where) !== folded(team)) {
        return words.playerElsewhere(player, where)
      }
      if (teams.has(folded(team))) return null
      const near = [...teams.values()].find((one) => isNear(one, team))
      return near === undefined ? null : words.near(team, near)
    },
  }
}

const minNear = 5

/** "The Bees!" and "bees", or one letter apart; "Team 1" and "Team 2" are two teams. */
function isNear(one: string, two: string): boolean {
  const [a = '', b = ''] = [one, two].map((name) =>
    folded(name).replace(/^the\b|[^\p{L}\p{N}]/gu, ''),
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
  return JSON.stringify([team && folded(team.name), folded(player.name)])
}

/** `Team: A, B, C`; a colon within a word is part of it. */
function listed(line: number, said: string): Entry[] {
  const [, team = said, players = ''] = /^(.*?):(?:\s+(.*))?$/.exec(said.trim()) ?? []
  const names = cellsOf(players).filter((name) => name !== '')
  const name = team.trim()
  return names.length === 0
    ? [{ line, said, team: name }]
    : names.map((player) => ({ line, said, team: name, player: { name: player } }))
}

type Line = { line: number; said: string }

function rowOf({ line, said }: Line, cells: string[], header: (Column | null)[]): Entry {
  const cell = (column: Column) => cells[header.indexOf(column)] ?? ''
  const [name, pronouns] = [cell('player'), cell('pronouns')]
  const [scene, email] = [cell('scene'), cell('email')]
  const more = {
    ...(pronouns && { pronouns }),
    ...(scene && { scene }),
    ...(email && { email }),
  }
  return { line, said, team: cell('team'), ...(name && { player: { name, ...more } }) }
}

/** None: it is no table. One column may be the name of a team that is called so. */
function columnsIn(lines: Line[], chosen: Chosen): Pasted['columns'] {
  const titles = cellsOf(lines[0]?.said ?? '')
  const named = titles.map((title) => {
    const known = Object.entries(columns).find(([, names]) => names.includes(title.toLowerCase()))
    return known ? (known[0] as Column) : null
  })
  const hasTeam =
    named.includes('team') && (titles.length > 1 || titles[0]?.toLowerCase() === 'team')
  if (!hasTeam && !isEven(lines, titles.length)) return []
  return titles.map((title, index) => {
    const is = chosen[title]
    return { title, is: is === undefined ? (named[index] ?? null) : is }
  })
}

/** As many cells in every line, and no `Team: players`: it may be a table with titles of its own. */
function isEven(lines: Line[], count: number): boolean {
  if (lines.length < 2 || count < 2) return false
  return lines.every(({ said }) => cellsOf(said).length === count && !/:\s/.test(said))
}

/** As a person says: a column of that kind, and no other. */
export function withColumn(
  all: Pasted['columns'],
  { title, is }: { title: string; is: Column | null },
): Chosen {
  return Object.fromEntries(
    all.map((one) => {
      if (one.title === title) return [title, is]
      return [one.title, one.is === is ? null : one.is]
    }),
  )
}

/** Split at commas, semicolons and tabs outside of quotation marks. */
function cellsOf(said: string): string[] {
  const cells = `,${said}`.matchAll(/[,;\t] *(?:"((?:[^"]|"")*)"|([^,;\t]*))/g)
  return [...cells].map(([, quoted, plain = '']) => (quoted?.replaceAll('""', '"') ?? plain).trim())
}
