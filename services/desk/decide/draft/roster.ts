import type { PlayerId } from '#events/ids.ts'
import type { CommandOf } from '#events/schema/command.ts'
import type { Event } from '#events/schema/event.ts'
import { draftKey } from '#events/state/draft.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { nameKey } from '#events/text/clean-name.ts'
import { accept, idsShort, refuse } from '../decision.ts'
import type { DecisionInputs, Decision, Refusal } from '../decision.ts'
import { nameTakenRefusal, noSuchTeam } from '../lookups.ts'

export function movePlayers(t: Tournament, command: CommandOf<'MovePlayers'>): Decision {
  const unknown = command.moves.find(({ team }) => team !== null && !t.teams[team])
  if (unknown) return noSuchTeam(unknown.team ?? 0)
  const twice = playerTwiceRefusal(command.moves.map(({ player }) => player))
  if (twice) return twice
  const moves = command.moves.filter(({ player, team }) => (t.rosters[player] ?? null) !== team)
  return moves.length === 0 ? accept() : accept({ type: 'PlayersMoved', v: 1, moves })
}

/**
 * Adds teams in one commit; the answer's `ids` are those of all teams, in the order of the list.
 */
export function addTeams(
  t: Tournament,
  { teams }: CommandOf<'AddTeams'>,
  { ids }: DecisionInputs,
): Decision {
  const gone = teams.find(({ team }) => team !== null && !t.teams[team])
  if (gone) return noSuchTeam(gone.team ?? 0)
  const made = teams.filter(({ team }) => team === null)
  const refusal =
    nameTakenRefusal(t, made) ?? playerTwiceRefusal(teams.flatMap(({ players }) => players))
  if (refusal) return refusal
  if (ids.length < made.length) return idsShort(made.length)
  const known = teams.map((one) => ({ ...one, team: one.team ?? ids[made.indexOf(one)] ?? 0 }))
  const moves = known.flatMap(({ team, players }) => players.map((player) => ({ player, team })))
  const events: Event[] = [
    ...known
      .filter(({ team }) => !t.teams[team])
      .map(({ team, name }): Event => ({ type: 'TeamAdded', v: 1, team, name })),
    ...(moves.length > 0 ? [{ type: 'PlayersMoved', v: 1, moves } as const] : []),
  ]
  return { events, answer: { ids: known.map(({ team }) => team) } }
}

export function playerTwiceRefusal(players: readonly PlayerId[]): Refusal | null {
  return new Set(players).size < players.length ? refuse('PLAYER_TWICE') : null
}

/** A player is told which team has the name already, to join it. */
export function createOwnTeam(
  t: Tournament,
  { name, player }: CommandOf<'FoundTeam'>,
  { ids }: DecisionInputs,
): Decision {
  const same = Object.values(t.teams).find((team) => nameKey(team.name) === nameKey(name))
  if (same) {
    const detail = `There is already a team called ${same.name}. Join it, or choose another name.`
    return refuse('TEAM_EXISTS', detail, { team: same.id })
  }
  const [team] = ids
  if (team === undefined) return idsShort(1)
  return {
    ...accept(
      { type: 'TeamAdded', v: 1, team, name },
      { type: 'PlayersMoved', v: 1, moves: [{ player, team }] },
    ),
    answer: { ids: [team] },
  }
}

/** Always stores a commit, even for a player without a team, so that a retry is recognized (P2). */
export function removePlayer(t: Tournament, { player }: CommandOf<'RemovePlayer'>): Decision {
  const draft = t.drafts[draftKey]
  const pick = draft?.picks.find((one) => one.player === player)
  if (draft && pick && draft.made === null) {
    return refuse('PLAYER_PICKED', undefined, { round: pick.round, team: pick.team })
  }
  return accept({ type: 'PlayersMoved', v: 1, moves: [{ player, team: null }] })
}
