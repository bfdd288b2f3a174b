import type { EventOf } from '../schema/event.ts'
import type { Tournament } from './tournament.ts'
import type { PlayerId, Records, TeamId } from '../ids.ts'

/** The team of each player. Personal data of players is kept elsewhere (P19). */
export type Rosters = Records<PlayerId, TeamId>

type TeamEvent = EventOf<'TeamAdded' | 'TeamRenamed' | 'TeamRemoved' | 'PlayersMoved'>

export function evolveTeams(state: Tournament, event: TeamEvent): Tournament {
  switch (event.type) {
    case 'TeamAdded':
    case 'TeamRenamed': {
      const team = { id: event.team, name: event.name }
      return { ...state, teams: { ...state.teams, [event.team]: team } }
    }
    case 'TeamRemoved': {
      const { [event.team]: _, ...teams } = state.teams
      return { ...state, teams, rosters: withoutTeam(state.rosters, event.team) }
    }
    case 'PlayersMoved':
      return { ...state, rosters: withMoves(state.rosters, event) }
  }
}

/** Returns the same object if the team has no players. */
function withoutTeam(rosters: Rosters, removed: TeamId): Rosters {
  const others = Object.entries(rosters).filter(([, team]) => team !== removed)
  return others.length === Object.keys(rosters).length ? rosters : Object.fromEntries(others)
}

function withMoves(rosters: Rosters, { moves }: EventOf<'PlayersMoved'>): Rosters {
  const next = { ...rosters }
  for (const { player, team } of moves) {
    if (team === null) delete next[player]
    else next[player] = team
  }
  return next
}
