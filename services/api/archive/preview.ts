import type { SceneId } from '../../../events/ids.ts'
import type { Context } from '../http/context.ts'
import { cabinetsFor, cabinetsIn, checkEvents, gamesIn } from './import.ts'
import { tournamentOf } from './import-plan.ts'
import { readTournamentFile } from './read-archive.ts'
import { readHistory } from './read-history.ts'

/** Reads a ZIP as an import would and summarizes it, without writing anything. */
export async function previewArchive(context: Context, scene: SceneId, zip: Uint8Array) {
  const { cabinets: required, ...summary } = await contentOf(zip, scene)
  const { newCabinets } = await cabinetsFor(context, scene, required)
  const isNew = (name: string) => newCabinets.some((cabinet) => cabinet.name === name)
  const cabinets = required.map(({ name, displayName }) => {
    return { name: displayName, isNew: isNew(name) }
  })
  return { ...summary, cabinets }
}

async function contentOf(zip: Uint8Array, scene: SceneId) {
  const history = await readHistory(zip)
  if (history) {
    const { commits, state, beside, games, events } = history
    const { name, date, teams, matches } = state
    return {
      name,
      date,
      events,
      commits: commits.length,
      games: games.length,
      teams: Object.keys(teams).length,
      matches: Object.keys(matches).length,
      players: beside.players.length,
      cabinets: beside.cabinets,
    }
  }
  const games = await gamesIn(zip, scene)
  const archived = (await readTournamentFile(zip)) ?? tournamentOf([...games.values()], undefined)
  const { name, date, teams, matches } = archived
  return {
    name,
    date,
    commits: null,
    players: 0,
    games: games.size,
    teams: teams.length,
    matches: matches.length,
    events: await checkEvents(zip, games),
    cabinets: cabinetsIn(games),
  }
}
