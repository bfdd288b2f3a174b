import type { Named, Squad } from './roster.ts'
import { folded } from './roster.ts'
import { paste as words } from './paste-text.ts'

type PastedPlayer = {
  name: string
  line: number
  pronouns?: string
  scene?: string
  email?: string
}
/** `id`: of a team that is there already; its new players come into it */
export type PastedTeam = { name: string; id: number | null; line: number; players: PastedPlayer[] }
export type Pasted = {
  teams: PastedTeam[]
  /** lines that are left out, and why */
  refused: { line: number; why: string }[]
}
type Entry = { line: number; team: string; player?: Omit<PastedPlayer, 'line'> }
type Column = keyof typeof columns

const maxName = 100
const columns = {
  team: ['team', 'team name'],
  player: ['player', 'player name', 'name'],
  pronouns: ['pronouns'],
  scene: ['scene', 'home scene'],
  email: ['email', 'e-mail', 'mail'],
}

/** A team a line, `Team: A, B, C`, or a table whose first line names its columns. */
export function pastedIn(text: string, squads: readonly Squad<Named>[]): Pasted {
  const lines = text.split(/\r\n?|\n/).map((said, index) => ({ line: index + 1, said }))
  const full = lines.filter(({ said }) => said.trim() !== '')
  const header = columnsIn(full[0]?.said ?? '')
  const entries = header
    ? full.slice(1).map(({ line, said }) => rowOf(line, cellsOf(said), header))
    : full.flatMap(({ line, said }) => listed(line, said))
  return gathered(entries, squads, header !== null)
}

function gathered(entries: Entry[], squads: readonly Squad<Named>[], isTable: boolean): Pasted {
  const teams = new Map<string, PastedTeam>()
  const refused = new Map<number, string>()
  const taken = new Set(squads.flatMap(({ team, players }) => players.map((p) => keyOf(team, p))))
  for (const { line, team: name, player } of entries) {
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
    if (why !== null) refused.set(line, why)
    else {
      const team = before ?? { name: there?.name ?? name, id: there?.id ?? null, line, players: [] }
      teams.set(folded(name), team)
      if (key) taken.add(key)
      if (player) team.players.push({ line, ...player })
    }
  }
  return {
    teams: [...teams.values()],
    refused: [...refused].map(([line, why]) => ({ line, why })),
  }
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
    ? [{ line, team: name }]
    : names.map((player) => ({ line, team: name, player: { name: player } }))
}

function rowOf(line: number, cells: string[], header: (Column | null)[]): Entry {
  const cell = (column: Column) => cells[header.indexOf(column)] ?? ''
  const [name, pronouns] = [cell('player'), cell('pronouns')]
  const [scene, email] = [cell('scene'), cell('email')]
  const more = {
    ...(pronouns && { pronouns }),
    ...(scene && { scene }),
    ...(email && { email }),
  }
  return { line, team: cell('team'), ...(name && { player: { name, ...more } }) }
}

/** Null: it is no header. One column may be the name of a team that is called so. */
function columnsIn(said: string): (Column | null)[] | null {
  const cells = cellsOf(said).map((cell) => cell.toLowerCase())
  const found = cells.map((cell) => {
    const known = Object.entries(columns).find(([, names]) => names.includes(cell))
    return known ? (known[0] as Column) : null
  })
  return found.includes('team') && (cells.length > 1 || cells[0] === 'team') ? found : null
}

/** Split at commas, semicolons and tabs outside of quotation marks. */
function cellsOf(said: string): string[] {
  const cells = `,${said}`.matchAll(/[,;\t] *(?:"((?:[^"]|"")*)"|([^,;\t]*))/g)
  return [...cells].map(([, quoted, plain = '']) => (quoted?.replaceAll('""', '"') ?? plain).trim())
}
