import type { CommandOf } from '../../../../events/schema/command.ts'
import { draftKey } from '../../../../events/state/draft.ts'
import type { Tournament } from '../../../../events/state/tournament.ts'
import { accept, refuse } from '../decision.ts'
import type { Circumstances, Decision } from '../decision.ts'
import { idsShort, noSuchTeam } from '../tournament.ts'

export function movePlayers(t: Tournament, command: CommandOf<'MovePlayers'>): Decision {
  const unknown = command.moves.find(({ team }) => team !== null && !t.teams[team])
  if (unknown) return noSuchTeam(unknown.team ?? 0)
  const players = command.moves.map(({ player }) => player)
  if (new Set(players).size < players.length) {
    return refuse('PLAYER_TWICE')
  }
  const moves = command.moves.filter(({ player, team }) => (t.rosters[player] ?? null) !== team)
  return moves.length === 0 ? accept() : accept({ type: 'PlayersMoved', v: 1, moves })
}

/** Organisers may have two teams of one name; a player who types one that is there means that one. */
export function foundTeam(
  t: Tournament,
  { name, player }: CommandOf<'FoundTeam'>,
  { ids }: Circumstances,
): Decision {
  const same = Object.values(t.teams).find((team) => spoken(team.name) === spoken(name))
  if (same) {
    const detail = `There is a team ${same.name} already. Join it, or choose another name.`
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

function spoken(name: string): string {
  return name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()
}

/** Always a commit, also for one in no team: sent again, it is found and answered again (P2). */
export function removePlayer(t: Tournament, { player }: CommandOf<'RemovePlayer'>): Decision {
  const draft = t.drafts[draftKey]
  const pick = draft?.picks.find((one) => one.player === player)
  if (draft && pick && draft.made === null) {
    const detail = 'This player was picked in the draft. Undo or replace that pick first.'
    return refuse('PLAYER_PICKED', detail, { round: pick.round, team: pick.team })
  }
  return accept({ type: 'PlayersMoved', v: 1, moves: [{ player, team: null }] })
}
