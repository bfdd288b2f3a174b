import { colourOf, positions } from '#events/game/map/field.ts'
import type { Colour } from '#events/game/map/colour.ts'
import type { Position } from '#events/game/map/field.ts'
import { statNames } from '#events/game/index.ts'
import type { StatName, Stats } from '#events/game/index.ts'
import type { PersonId } from '#events/ids.ts'
import { excludePracticeSql } from '../store/index.ts'
import type { Store } from '../store/index.ts'
import { profilesOf } from './profiles.ts'

type Db = Pick<Store, 'db' | 'pool'>
type Sums = Record<StatName, number>
/** A group of games with the same map, win condition and outcome, with the sums of one position. */
type GameGroup = {
  position: Position
  mapName: string
  winCondition: string
  won: boolean
  games: number
  stats: Sums
}
type Opponent = { id: number; name: string; games: number; won: number }

const maxOpponents = 20

/** The totals of games: overall, and by position, map, win condition and opponent. */
function totalsOf(groupedGames: GameGroup[], opponents: Opponent[]) {
  return {
    ...countOf(groupedGames),
    stats: summed(groupedGames.map(({ stats }) => stats)),
    byPosition: groups(groupedGames, ({ position }) => positions[position]),
    byMap: groups(groupedGames, ({ mapName }) => mapName),
    byWinCondition: groups(groupedGames, ({ winCondition }) => winCondition),
    opponents: opponents
      .toSorted((a, b) => b.games - a.games || a.id - b.id)
      .slice(0, maxOpponents),
  }
}

function groups(groupedGames: GameGroup[], nameOf: (row: GameGroup) => string) {
  const counts = [...Map.groupBy(groupedGames, nameOf)].map(([name, rows]) => ({
    name,
    ...countOf(rows),
  }))
  return counts.toSorted((a, b) => b.games - a.games || (a.name < b.name ? -1 : 1))
}

function countOf(groupedGames: GameGroup[]) {
  const games = sumOf(groupedGames, (row) => row.games)
  return { games, won: sumOf(groupedGames, (row) => (row.won ? row.games : 0)) }
}

function sumOf(groupedGames: GameGroup[], of: (row: GameGroup) => number): number {
  return groupedGames.reduce((sum, row) => sum + of(row), 0)
}

/** The totals of a person's finished games, on the positions they were signed in on. */
export async function personTotals(store: Db, person: PersonId) {
  const sums = statNames.map(
    (name) =>
      `coalesce(sum((g.stats->'byPlayer'->'${name}'->>u.position::text)::float8), 0) as "${name}"`,
  )
  const { rows } = await store.pool.query<Omit<GameGroup, 'stats'> & Sums>(
    `select u.position, g.map_name as "mapName", g.win_condition as "winCondition",
       ${won} as won, count(*)::int as games, ${sums.join(', ')}
     from view.game_user u join view.game g on g.id = u.game
     where ${isNotPractice} and u.person = $1 and g.winning_team is not null group by 1, 2, 3, 4`,
    [person],
  )
  const groupedGames = rows.map(({ position, mapName, winCondition, won, games, ...stats }) => {
    return { position, mapName, winCondition, won, games, stats }
  })
  return totalsOf(groupedGames, await opponentsOf(store, person))
}

/** Games of practices do not count. */
const isNotPractice = excludePracticeSql('cabinet', 'g.cabinet')
/** Blue has the even positions. */
const won = `(u.position % 2 = 0) = (g.winning_team = 'blue')`

/**
 * Only opponents with a public profile, because a count against them is also one of their numbers.
 */
async function opponentsOf(store: Db, person: PersonId): Promise<Opponent[]> {
  const { rows } = await store.pool.query<Omit<Opponent, 'name'>>(
    `select o.person as id, count(*)::int as games, (count(*) filter (where ${won}))::int as won
     from view.game_user u
       join view.game g on g.id = u.game
       join view.game_user o on o.game = u.game and o.position % 2 <> u.position % 2
     where ${isNotPractice} and u.person = $1 and o.person <> $1 and g.winning_team is not null group by 1`,
    [person],
  )
  const profiles = await profilesOf(
    store,
    rows.map(({ id }) => id),
  )
  return rows.flatMap((row) => {
    const name = profiles.get(row.id)?.name
    return name === undefined ? [] : { ...row, name }
  })
}

export type TeamGame = {
  game: string
  cabinet: number
  colour: Colour
  opponent: { id: number; name: string } | null
}

/** The totals of a team's counted games. Positions are those of its colour in each game. */
export async function teamTotals({ db }: Db, games: TeamGame[]) {
  const rows = await db
    .selectFrom('view.game')
    .select(['gameId', 'cabinet', 'mapName', 'winCondition', 'winningTeam', 'stats'])
    .where('gameId', 'in', ['', ...games.map(({ game }) => game)])
    .where('winningTeam', 'is not', null)
    .execute()
  const ownGames = games.flatMap((game) => {
    const row = rows.find(({ gameId, cabinet }) => gameId === game.game && cabinet === game.cabinet)
    if (!row) return []
    const alike = {
      mapName: row.mapName,
      winCondition: row.winCondition ?? '',
      won: row.winningTeam === game.colour,
      games: 1,
    }
    return { ...game, alike, byPosition: sumsByPosition(row.stats as Stats, game.colour) }
  })
  const wholeGames = ownGames.map(({ alike, byPosition }) => {
    const stats = summed(byPosition.map(([, sums]) => sums))
    return { ...alike, position: anyPosition, stats }
  })
  const groupedGames = ownGames.flatMap(({ alike, byPosition }) =>
    byPosition.map(([position, stats]) => ({ ...alike, position, stats })),
  )
  return {
    ...totalsOf(wholeGames, teamsAgainst(ownGames)),
    byPosition: totalsOf(groupedGames, []).byPosition,
  }
}

/** A placeholder: totals of whole games are not grouped by position. */
const anyPosition: Position = 1

function sumsByPosition({ byPlayer }: Stats, colour: Colour): [Position, Sums][] {
  const all = Object.keys(positions).map((position) => Number(position) as Position)
  const own = all.filter((position) => colourOf(position) === colour)
  return own.map((at) => [at, sumsBy((name) => byPlayer[name][at] ?? 0)])
}

function summed(sums: Sums[]): Sums {
  return sumsBy((name) => sums.reduce((sum, one) => sum + one[name], 0))
}

function sumsBy(of: (name: StatName) => number): Sums {
  return Object.fromEntries(statNames.map((name) => [name, of(name)])) as Sums
}

function teamsAgainst(games: (Pick<TeamGame, 'opponent'> & { alike: { won: boolean } })[]) {
  const met = games.flatMap(({ opponent, alike }) => (opponent ? { ...opponent, ...alike } : []))
  return [...Map.groupBy(met, ({ id }) => id).values()].map((all) => ({
    id: all[0]!.id,
    name: all[0]!.name,
    games: all.length,
    won: all.filter(({ won }) => won).length,
  }))
}
