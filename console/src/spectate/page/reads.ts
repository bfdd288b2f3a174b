import {
  Failure,
  cabinetsOf,
  read,
  readAll,
  rest,
  rowsPerPage,
  tournamentAt,
} from '../../core/rest.ts'
import type { TournamentWithCabinets, Answer } from '../../core/rest.ts'
import { text } from '../../core/text/text.ts'

export type TeamBody = Answer<'/api/tournament/team/:id/'>
export type GameBody = Answer<'/api/game/game/:id/'>
/** The match of a game, and which team was on which colour when the game began. */
export type GameMatchBody = NonNullable<Answer<'/api/game/game/:id/match/'>['match']>

export async function sceneNamed(name: string) {
  const [scenes, tournaments] = await Promise.all([
    readAll(rest.get('/api/game/scene/', { name })),
    readAll(rest.get('/api/tournament/tournament/', { scene: name, rowsPerPage })),
  ])
  const [scene] = scenes
  if (!scene) throw new Failure(404, text.notFound)
  return {
    scene,
    tournaments: tournaments.filter((tournament) => tournament.scene.id === scene.id),
  }
}

/** A scene with its tournaments, the matches being played, and the winners. */
export async function sceneHome(name: string) {
  const { scene, tournaments } = await sceneNamed(name)
  const [{ matches }, { winners }] = await Promise.all([
    read(rest.get('/api/tournament/scene/:id/playing/', { id: scene.id })),
    read(rest.get('/api/tournament/scene/:id/winner/', { id: scene.id })),
  ])
  return { scene, tournaments, matches, winners }
}

export async function tournamentNamed(
  scene: string,
  slug: string,
): Promise<TournamentWithCabinets> {
  const [tournament] = await readAll(rest.get('/api/tournament/tournament/', { scene, slug }))
  if (!tournament) throw new Failure(404, text.notFound)
  return { tournament, cabinets: await cabinetsOf(tournament.scene.id) }
}

export async function matchAt(id: string): Promise<TournamentWithCabinets & { match: number }> {
  const match = await read(rest.get('/api/tournament/match/:id/', { id: idFrom(id) }))
  return { match: match.id, ...(await tournamentAt(match.tournament)) }
}

export async function teamAt(id: string): Promise<TournamentWithCabinets & { team: TeamBody }> {
  const team = await read(rest.get('/api/tournament/team/:id/', { id: idFrom(id) }))
  return { team, ...(await tournamentAt(team.tournament)) }
}

export async function gameAt(id: string) {
  const params = { id: idFrom(id, 15) }
  const [game, { match }] = await Promise.all([
    read(rest.get('/api/game/game/:id/', params)),
    read(rest.get('/api/game/game/:id/match/', params)),
  ])
  // Times are shown in the time zone of the scene's cabinets.
  return { game, match, cabinets: await cabinetsOf(game.cabinet.scene.id) }
}

function idFrom(id: string, digits = 9): number {
  if (!/^\d+$/.test(id) || id.length > digits) throw new Failure(404, text.notFound)
  return Number(id)
}
