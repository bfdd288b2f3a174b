import type { rosterSchema, teamSchema } from '../schema/nouns/team.ts'
import type { PlayerId, Records, TeamId } from '../ids.ts'
import { without } from './noun.ts'
import type { EventIn } from '../schema/nouns/noun.ts'
import type { NounState } from './noun.ts'

type Team = { id: TeamId; name: string }
type Teams = Records<TeamId, Team>
/** The team of each player. Personal data of players is kept elsewhere (P19). */
type Rosters = Records<PlayerId, TeamId>

export const teamState: NounState<typeof teamSchema, { teams: Teams }, { rosters: Rosters }> = {
  empty: { teams: {} },
  rows: { team: 'teams' },
  on: {
    TeamAdded: withTeam,
    TeamRenamed: withTeam,
    TeamRemoved: ({ teams, rosters }, { team }) => {
      return { teams: without(teams, team), rosters: withoutTeam(rosters, team) }
    },
  },
}

export const rosterState: NounState<typeof rosterSchema, { rosters: Rosters }> = {
  empty: { rosters: {} },
  rows: { member: 'rosters' },
  on: { PlayersMoved: ({ rosters }, event) => ({ rosters: withMoves(rosters, event) }) },
}

function withTeam({ teams }: { teams: Teams }, { team: id, name }: { team: TeamId; name: string }) {
  return { teams: { ...teams, [id]: { id, name } } }
}

/** Returns the same object if the team has no players. */
function withoutTeam(rosters: Rosters, removed: TeamId): Rosters {
  const others = Object.entries(rosters).filter(([, team]) => team !== removed)
  return others.length === Object.keys(rosters).length ? rosters : Object.fromEntries(others)
}

function withMoves(
  rosters: Rosters,
  { moves }: EventIn<typeof rosterSchema, 'PlayersMoved'>,
): Rosters {
  const next = { ...rosters }
  for (const { player, team } of moves) {
    if (team === null) delete next[player]
    else next[player] = team
  }
  return next
}
