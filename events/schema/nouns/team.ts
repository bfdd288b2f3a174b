import { z } from 'zod'
import { refusals } from '../../refusals.ts'
import { maxImportedPlayers, maxImportedTeams } from '../../rules/limits.ts'
import { idsOf } from '../parts/ids.ts'
import { command, event } from '../parts/shapes.ts'
import type { NounSchema } from './noun.ts'

const { player, team } = idsOf(z.int().positive())
const of = idsOf(z.int())
export const TeamName = z
  .string(refusals.TEAM_UNNAMED)
  .trim()
  .min(1, refusals.TEAM_UNNAMED)
  .max(100, 'Too long')

const TeamRow = z.object({ id: of.team, tournament: of.tournament, name: z.string() })

export const teamSchema = {
  events: [
    event('TeamAdded', 1, { team, name: z.string() }),
    event('TeamRenamed', 1, { team, name: z.string() }),
    event('TeamRemoved', 1, { team }),
  ],
  commands: [
    command('AddTeam', { name: TeamName }),
    /** imports a list: new teams (`team` null), and new players of existing teams */
    command('AddTeams', {
      teams: z
        .array(
          z.object({
            team: team.nullable(),
            name: TeamName,
            players: z.array(player).max(maxImportedPlayers),
          }),
        )
        .min(1)
        .max(maxImportedTeams),
    }),
    /** a player creates and joins a team in one commit; a name that is taken is refused */
    command('FoundTeam', { name: TeamName, player }),
    command('RenameTeam', { team, name: TeamName }),
    command('RemoveTeam', { team }),
  ],
  records: {
    teams: { label: 'The team', key: 'team', record: z.object({ id: team, name: z.string() }) },
  },
  rows: { team: TeamRow },
} satisfies NounSchema

/** A player of a team, as ids only: names and visibility of players are kept elsewhere (P19). */
const MemberRow = z.object({ player: of.player, tournament: of.tournament, team: of.team })

export const rosterSchema = {
  events: [
    /** ids only: the log does not say who the players are (P19); null: in no team */
    event('PlayersMoved', 1, { moves: z.array(z.object({ player, team: team.nullable() })) }),
  ],
  commands: [
    command('MovePlayers', {
      moves: z
        .array(z.object({ player, team: team.nullable() }))
        .min(1)
        .max(5000),
    }),
    /** frees the player's place in a team; the personal data is deleted elsewhere */
    command('RemovePlayer', { player }),
  ],
  records: {
    rosters: { label: 'The team of a player', key: 'player', record: team },
  },
  rows: { member: MemberRow },
} satisfies NounSchema
