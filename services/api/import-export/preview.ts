import type { SceneId } from '../../../events/ids.ts'
import type { Context } from '../http/context.ts'
import { importTarget, prepareImport, readZip } from './import.ts'
import type { NextIds } from './import-plan.ts'
import { readHistory } from './read-history.ts'

/**
 * Reads a ZIP and checks it as an import would, and summarizes it, without writing anything. An
 * import that would be refused is refused here with the same reason.
 */
export async function previewImport(context: Context, scene: SceneId, zip: Uint8Array) {
  const { required, newCabinets, ...summary } = await contentOf(context, scene, zip)
  const isNew = (name: string) => newCabinets.some((cabinet) => cabinet.name === name)
  const cabinets = required.map(({ name, displayName }) => {
    return { name: displayName, isNew: isNew(name) }
  })
  return { ...summary, cabinets }
}

async function contentOf(context: Context, scene: SceneId, zip: Uint8Array) {
  const history = await readHistory(zip)
  if (history) {
    const { commits, state, beside, games, events } = history
    const { name, date, teams, matches } = state
    const required = beside.cabinets
    const { newCabinets } = await importTarget(context, scene, { required, games })
    return {
      name,
      date,
      events,
      commits: commits.length,
      games: games.length,
      teams: Object.keys(teams).length,
      matches: Object.keys(matches).length,
      players: beside.players.length,
      required,
      newCabinets,
    }
  }
  const content = await readZip(zip, scene)
  const { name, date, teams, matches } = content.tournament
  const plan = { scene, name, nextIds: idsForPreview }
  const { required, newCabinets } = await prepareImport(context, content, plan)
  return {
    name,
    date,
    commits: null,
    players: 0,
    games: content.games.size,
    teams: teams.length,
    matches: matches.length,
    events: content.events,
    required,
    newCabinets,
  }
}

/** Ids that nothing is stored under. */
const idsForPreview: NextIds = async (_, count) =>
  Array.from({ length: count }, (_unused, index) => index + 1)
