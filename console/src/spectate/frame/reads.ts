import { Failure, cabinetsOf, read, readAll, tournamentAt } from '../../core/rest.ts'
import type { AdminBody, Scene, TournamentBody } from '../../core/rest.ts'
import { text } from '../../core/text/text.ts'

export type SceneBody = Scene & { description: string }
export type TeamBody = {
  id: number
  tournament: number
  name: string
  image: string | null
}
export type PlayerBody = { id: number; name: string; pronouns: string; tidbit: string }
export type PageLinkBody = { id: number; url: string; title: string; imageShown: string | null }
export type VideoBody = { id: number; videoId: string; cabinetName: string; length: string }
export type GameBody = {
  id: number
  mapName: string
  winCondition: string | null
  winningTeam: string | null
  startTime: string
  endTime: string | null
  seconds: number | null
  isWarmup: boolean
  cabinet: { displayName: string }
}
type TeamName = { id: number; name: string } | null
/** The match a game was played in, and who sat on which colour when it began. */
export type GameMatchBody = {
  id: number
  matchNum: number
  roundName: string
  stageName: string
  underReview: boolean
  isWarmup: boolean
  blue: TeamName
  gold: TeamName
  tournament: { id: number; name: string; slug: string; scene: Scene }
}
export type FullGameBody = GameBody & {
  cabinet: { displayName: string; scene: Scene }
}

export async function sceneNamed(name: string) {
  const named = encodeURIComponent(name)
  const [scenes, tournaments] = await Promise.all([
    readAll<SceneBody>(`/api/game/scene/?name=${named}`),
    readAll<TournamentBody>(`/api/tournament/tournament/?scene=${named}&rowsPerPage=1000`),
  ])
  const [scene] = scenes
  if (!scene) throw new Failure(404, text.notFound)
  return { scene, tournaments: tournaments.filter((one) => one.scene.id === scene.id) }
}

export async function tournamentNamed(scene: string, slug: string): Promise<AdminBody> {
  const named = `scene=${encodeURIComponent(scene)}&slug=${encodeURIComponent(slug)}`
  const path = `/api/tournament/tournament/?${named}`
  const [tournament] = await readAll<TournamentBody>(path)
  if (!tournament) throw new Failure(404, text.notFound)
  return { tournament, cabinets: await cabinetsOf(tournament.scene.id) }
}

export async function matchAt(id: string): Promise<AdminBody & { match: number }> {
  const path = `/api/tournament/match/${known(id)}/`
  const match = await read<{ id: number; tournament: number }>(path)
  return { match: match.id, ...(await tournamentAt(match.tournament)) }
}

export async function teamAt(id: string): Promise<AdminBody & { team: TeamBody }> {
  const path = `/api/tournament/team/${known(id)}/`
  const team = await read<TeamBody>(path)
  return { team, ...(await tournamentAt(team.tournament)) }
}

export async function gameAt(id: string) {
  const path = `/api/game/game/${known(id, 15)}/`
  const [game, { match }] = await Promise.all([
    read<FullGameBody>(path),
    read<{ match: GameMatchBody | null }>(`${path}match/`),
  ])
  // The zone of its cabinet is the hall's.
  return { game, match, cabinets: await cabinetsOf(game.cabinet.scene.id) }
}

function known(id: string, digits = 9): string {
  if (!/^\d+$/.test(id) || id.length > digits) throw new Failure(404, text.notFound)
  return id
}
