import { Failure, cabinetsOf, read, readAll, tournamentAt } from '../../api.ts'
import type { AdminPaper, Scene, TournamentPaper } from '../../api.ts'
import { text } from '../../text.ts'

export type ScenePaper = Scene & { description: string }
export type TeamPaper = {
  id: number
  tournament: number
  name: string
  image: string | null
}
export type PlayerPaper = { id: number; name: string; pronouns: string; tidbit: string }
export type LinkPaper = { id: number; url: string; title: string; imageShown: string | null }
export type VideoPaper = { id: number; videoId: string; cabinetName: string; length: string }
export type GamePaper = {
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
export type GameMatchPaper = {
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
export type WholeGamePaper = GamePaper & {
  cabinet: { displayName: string; scene: Scene }
}

export async function sceneNamed(name: string) {
  const named = encodeURIComponent(name)
  const [scenes, tournaments] = await Promise.all([
    readAll<ScenePaper>(`/api/game/scene/?name=${named}`),
    readAll<TournamentPaper>(`/api/tournament/tournament/?scene=${named}&rowsPerPage=1000`),
  ])
  const [scene] = scenes
  if (!scene) throw new Failure(404, text.notFound)
  return { scene, tournaments: tournaments.filter((one) => one.scene.id === scene.id) }
}

export async function tournamentNamed(scene: string, slug: string): Promise<AdminPaper> {
  const named = `scene=${encodeURIComponent(scene)}&slug=${encodeURIComponent(slug)}`
  const path = `/api/tournament/tournament/?${named}`
  const [tournament] = await readAll<TournamentPaper>(path)
  if (!tournament) throw new Failure(404, text.notFound)
  return { tournament, cabinets: await cabinetsOf(tournament.scene.id) }
}

export async function matchAt(id: string): Promise<AdminPaper & { match: number }> {
  const path = `/api/tournament/match/${known(id)}/`
  const match = await read<{ id: number; tournament: number }>(path)
  return { match: match.id, ...(await tournamentAt(match.tournament)) }
}

export async function teamAt(id: string): Promise<AdminPaper & { team: TeamPaper }> {
  const path = `/api/tournament/team/${known(id)}/`
  const team = await read<TeamPaper>(path)
  return { team, ...(await tournamentAt(team.tournament)) }
}

export async function gameAt(id: string) {
  const path = `/api/game/game/${known(id, 15)}/`
  const [game, { match }] = await Promise.all([
    read<WholeGamePaper>(path),
    read<{ match: GameMatchPaper | null }>(`${path}match/`),
  ])
  // The zone of its cabinet is the hall's.
  return { game, match, cabinets: await cabinetsOf(game.cabinet.scene.id) }
}

function known(id: string, digits = 9): string {
  if (!/^\d+$/.test(id) || id.length > digits) throw new Failure(404, text.notFound)
  return id
}
