// Creates the scene, cabinets and tournament of an evening through REST.
import type { Evening } from '#test/support/recordings.ts'
import type { Api } from '../support/rest-client.ts'
import type { CabinetName } from '#services/practice/pending-events.ts'

export type Venue = {
  tournament: number
  /** team ids by name, and names by id */
  teams: Map<string, number>
  names: Map<number, string>
  cabinets: Map<string, Cabinet>
}
type Cabinet = CabinetName & { id: number }
type Row = { id: number }

const sceneName = 'evenings'

export async function makeVenue(api: Api, { tournament: record }: Evening): Promise<Venue> {
  const scene = await makeScene(api)
  const cabinets = await makeCabinets(
    api,
    scene,
    record.matches.flatMap((match) => match.games),
  )
  const { id: tournament } = await api.post<Row>('/api/tournament/tournament/', {
    scene,
    name: `Evening ${record.id}`,
    date: record.date,
    linkType: 'hivemind',
    assignedCabinets: [...cabinets.values()].map((cabinet) => cabinet.id),
  })
  const teams = new Map<string, number>()
  for (const name of record.teams) {
    teams.set(name, (await api.post<Row>('/api/tournament/team/', { tournament, name })).id)
  }
  const names = new Map([...teams].map(([name, id]) => [id, name]))
  return { tournament, teams, names, cabinets }
}

async function makeScene(api: Api): Promise<number> {
  const found = await api.get<{ results: Row[] }>(`/api/game/scene/?name=${sceneName}`)
  const known = found.results[0]
  if (known) return known.id
  const displayName = 'Evenings played again'
  return (await api.post<Row>('/api/game/scene/', { name: sceneName, displayName })).id
}

/**
 * Always new cabinets, because a cabinet that played another evening would have a clock years away.
 */
async function makeCabinets(api: Api, scene: number, games: { cabinet: string }[]) {
  const stamp = Date.now().toString(36)
  const cabinets = new Map<string, Cabinet>()
  for (const name of new Set(games.map((game) => game.cabinet))) {
    const cabinetName = `${name}-${stamp}`
    const { id, token } = await api.post<Row & { token: string }>('/api/game/cabinet/', {
      scene,
      name: cabinetName,
      displayName: name,
    })
    cabinets.set(name, { id, sceneName, cabinetName, token })
  }
  return cabinets
}
