import type { StateTable } from '../schema/event.ts'
import type { Table } from '../schema/rows.ts'
import { announcementState } from './announcement.ts'
import { cabinetState } from './cabinet.ts'
import { draftState } from './draft.ts'
import { gameState } from './games.ts'
import { linkState } from './external-bracket.ts'
import { matchState } from './match-events.ts'
import { onSiteState } from './on-site.ts'
import { ownState } from './own.ts'
import { protestState } from './protest.ts'
import { queueState, timerState } from './queue.ts'
import { rosterState, teamState } from './roster.ts'
import { stageState } from './stage-matches.ts'

/** The part of each noun in the state. */
export const states = {
  tournament: ownState,
  cabinet: cabinetState,
  team: teamState,
  stage: stageState,
  match: matchState,
  queue: queueState,
  timer: timerState,
  game: gameState,
  roster: rosterState,
  draft: draftState,
  link: linkState,
  protest: protestState,
  announcement: announcementState,
  onSite: onSiteState,
}

/** By table of the read models: the table of the state whose records each become a row of it. */
export const rowSources = Object.assign(
  {},
  ...Object.values(states).map((noun: { rows?: object }) => noun.rows),
) as { [T in Table]?: StateTable }
