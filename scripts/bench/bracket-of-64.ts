// A tournament of 64 teams on eight cabinets, with a match on each and more matches in the queues.
import { startChild } from './children/child.ts'
import type { DeskHandlers } from './children/desk.ts'
import type { Cabinet } from './load/cabinets.ts'
import type { BenchServers } from './servers/index.ts'
import { addBracket, addTeams, matchesOf } from '../support/bracket.ts'

export type Bracket = {
  scene: number
  tournament: number
  /** path of its administration */
  path: string
  /** the cabinet whose dialog is opened; only the tablet scores there */
  cabinet: { id: number; name: string }
  evening: { cabinets: (Cabinet & Row)[]; matches: { id: number; team: number }[] }
}
type Row = { id: number }
type Match = Row & { blueTeam: number | null; goldTeam: number | null }
const teamCount = 64
const cabinetCount = 8

/** So many that no match ends during the measurement. */
const winsPerMatch = 9

/**
 * In a scene of its own, because a page also loads the cabinets of its scene, and other
 * measurements create hundreds of them. `sceneName` is unique for each measurement.
 */
export async function makeBracket({ api }: BenchServers, sceneName: string): Promise<Bracket> {
  const { id: scene } = await api.post<Row>('/api/game/scene/', {
    name: sceneName,
    displayName: sceneName,
  })
  const cabinets: (Cabinet & Row)[] = []
  for (let n = 1; n <= cabinetCount; n++) {
    const name = `cabinet-${n}`
    const made = await api.post<Row & { token: string }>('/api/game/cabinet/', {
      scene,
      name,
      displayName: `Cabinet ${n}`,
    })
    cabinets.push({ id: made.id, sceneName, cabinetName: name, token: made.token })
  }
  const ids = cabinets.map(({ id }) => id)
  const { id: tournament } = await api.post<Row>('/api/tournament/tournament/', {
    scene,
    name: 'Sixty-four',
    date: '2026-01-01',
    assignedCabinets: ids,
  })
  const names = Array.from({ length: teamCount }, (_, i) => `Team ${i + 1} of the long evening`)
  const teams = await addTeams(api, tournament, names)
  await addBracket(api, tournament, { teams, name: 'Main', winsPerMatch })
  const matches = await playing(api, tournament, ids)
  await queueUp(api, tournament)
  return {
    scene,
    tournament,
    path: `/tournament/${tournament}/admin`,
    cabinet: { id: ids[0]!, name: 'Cabinet 1' },
    evening: { cabinets, matches: matches.slice(1) },
  }
}

async function playing(api: BenchServers['api'], tournament: number, cabinets: number[]) {
  const ready = (await matchesOf<Match>(api, tournament)).filter(
    ({ blueTeam, goldTeam }) => blueTeam && goldTeam,
  )
  const matches: { id: number; team: number }[] = []
  for (const [position, cabinet] of cabinets.entries()) {
    const { id, blueTeam } = ready[position]!
    await api.put(`/api/tournament/match/${id}/start/`, { cabinet, force: true })
    matches.push({ id, team: blueTeam! })
  }
  return matches
}

/** Queues a third of the open matches; the others stay in the list of available matches. */
async function queueUp(api: BenchServers['api'], tournament: number): Promise<void> {
  await api.put(`/api/tournament/tournament/${tournament}/create-queues/`, {})
  const all = await matchesOf<Match & { activeCabinet: number | null }>(api, tournament)
  const open = all.filter((match) => match.activeCabinet === null).map(({ id }) => id)
  const queues = await api.get<{ results: Row[] }>(
    `/api/tournament/queue/?tournamentId=${tournament}`,
  )
  const each = Math.floor(open.length / 3 / queues.results.length)
  for (const { id } of queues.results)
    await api.put(`/api/tournament/queue/${id}/set-queue/`, { matches: open.splice(0, each) })
}

const seed = 64

/** The same tournament, played for that many commits directly on the log. */
export async function longEvening(
  servers: BenchServers,
  { sceneName, commits }: { sceneName: string; commits: number },
) {
  const { scene, tournament, path, evening } = await makeBracket(servers, sceneName)
  const cabinets = evening.cabinets.map(({ id }) => id)
  const desk = startChild<DeskHandlers>('desk.ts')
  try {
    await desk.ask('open', { natsUrl: servers.natsUrl, streams: '' })
    const length = await desk.ask('playLong', { tournament, cabinets, commits, seed })
    await servers.product.ask('projected')
    return { scene, tournament, path, length }
  } finally {
    await desk.end()
  }
}
