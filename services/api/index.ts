// REST: commands to the desk, reads from Postgres. The only thing decided here is who may ask.
import type { Desk } from '../desk/index.ts'
import type { Store } from '../store/index.ts'
import type { Web } from '../web/index.ts'
import { bracketPlayRoutes } from './bracket-play.ts'
import { bracketTeamRoutes } from './bracket-teams.ts'
import { bracketRoutes } from './bracket.ts'
import { cabinetRoutes } from './cabinet.ts'
import { nameCommands } from './command-id.ts'
import type { Context } from './context.ts'
import { docsRoutes } from './docs.ts'
import { gameMatchRoutes } from './game-match.ts'
import { gameRoutes } from './game.ts'
import { historyRoutes } from './history.ts'
import { homesOf } from './home.ts'
import { matchByHandRoutes } from './match-by-hand.ts'
import { matchVerbRoutes } from './match-verbs.ts'
import { matchRoutes } from './match.ts'
import { placementRoutes } from './placement.ts'
import { openProjected } from './projected.ts'
import type { Frames } from './projected.ts'
import { queueRoutes } from './queue.ts'
import { sceneRoutes } from './scene.ts'
import { teamRoutes } from './team.ts'
import { tournamentPlayRoutes } from './tournament-play.ts'
import { tournamentReadRoutes } from './tournament-reads.ts'
import { tournamentRoutes } from './tournament.ts'
import { oneClickRoutes, userRoutes } from './user.ts'

export type ApiOptions = {
  web: Web
  store: Store
  desk: Desk
  /** where the projector says its frames; without it an answer costs a few questions more */
  frames?: Frames
}

export function registerApi({ web, store, desk, frames }: ApiOptions): void {
  const { projected, close } = openProjected(store, frames)
  web.addHook('onClose', async () => close())
  const context: Context = { web, store, desk, projected }
  nameCommands(web)
  const homes = homesOf(web, store)
  sceneRoutes(context)
  cabinetRoutes(context, homes)
  tournamentReadRoutes(context)
  tournamentRoutes(context, homes)
  tournamentPlayRoutes(context, homes)
  historyRoutes(context, homes)
  teamRoutes(context, homes)
  bracketRoutes(context, homes)
  bracketPlayRoutes(context, homes)
  bracketTeamRoutes(context, homes)
  placementRoutes(context, homes)
  matchRoutes(context, homes)
  matchVerbRoutes(context, homes)
  matchByHandRoutes(context, homes)
  queueRoutes(context, homes)
  gameRoutes(context)
  gameMatchRoutes(context, homes)
  userRoutes(context)
  oneClickRoutes(context)
  docsRoutes(context)
}
