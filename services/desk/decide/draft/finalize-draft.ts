import type { CommandOf } from '#events/schema/command.ts'
import { draftKey, openFrom, playersOf } from '#events/state/draft.ts'
import type { Draft } from '#events/state/draft.ts'
import type { Event } from '#events/schema/event.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { idsShort, refuse } from '../decision.ts'
import type { DecisionInputs, Decision, Refusal } from '../decision.ts'
import { nameTakenRefusal } from '../lookups.ts'
import { draftIsFinal, defaultLastRound } from './draft.ts'
import { playerTwiceRefusal } from './roster.ts'
import type { PlayerId } from '#events/ids.ts'

type DraftedTeam = { name: string; players: PlayerId[] }

/** Creates the teams with their players in one commit; a second call changes nothing (R-DR-4). */
export function finalizeDraft(
  t: Tournament,
  command: CommandOf<'FinalizeDraft'>,
  { ids }: DecisionInputs,
): Decision {
  const draft = t.drafts[draftKey]
  const teams = command.teams ?? chosenIn(draft)
  if (draft?.made) return sameTeams(teams, chosenIn(draft)) ? done(draft.made) : draftIsFinal()
  const size = (draft?.lastRound ?? defaultLastRound) + 1
  const refusal = unfit(t, teams, { size, allowShort: command.allowShort })
  if (refusal) return refusal
  if (ids.length < teams.length) return idsShort(teams.length)
  const made = ids.slice(0, teams.length)
  const moves = teams.flatMap(({ players }, index) =>
    players.map((player) => ({ player, team: made[index] ?? 0 })),
  )
  const events: Event[] = [
    ...updatedDraft(draft, teams),
    ...teams.map(({ name }, index): Event => {
      return { type: 'TeamAdded', v: 1, team: made[index] ?? 0, name }
    }),
    ...(moves.length > 0 ? [{ type: 'PlayersMoved', v: 1, moves } as const] : []),
    { type: 'DraftFinalized', v: 1, teams: made },
  ]
  return { events, answer: { ids: made, isNew: true } }
}

function done(made: number[]): Decision {
  return { events: [], answer: { ids: made, isNew: false } }
}

function chosenIn(draft: Draft | undefined): DraftedTeam[] {
  if (!draft) return []
  const players = playersOf(draft)
  return draft.teams.map((name, index) => {
    return { name, players: players[index]?.filter((player) => player !== null) ?? [] }
  })
}

function sameTeams(a: DraftedTeam[], b: DraftedTeam[]): boolean {
  const plain = (all: DraftedTeam[]) =>
    JSON.stringify(all.map(({ name, players }) => [name, players]))
  return plain(a) === plain(b)
}

function unfit(
  t: Tournament,
  teams: DraftedTeam[],
  { size, allowShort }: { size: number; allowShort: boolean },
): Refusal | null {
  if (teams.length === 0) return refuse('NO_DRAFT', 'There are no teams to create yet.')
  const unnamed = teams.findIndex(({ name }) => name.trim() === '')
  if (unnamed >= 0) return refuse('TEAM_UNNAMED', undefined, { team: unnamed })
  const twice =
    nameTakenRefusal(t, teams) ?? playerTwiceRefusal(teams.flatMap(({ players }) => players))
  if (twice) return twice
  const large = teams.find((team) => team.players.length > size)
  if (large) {
    const detail = `${large.name} have ${large.players.length} players, more than ${size}.`
    return refuse('TEAM_TOO_LARGE', detail)
  }
  const short = teams.filter((team) => team.players.length < size)
  if (short.length === 0 || allowShort) return null
  const found = short.map(
    ({ name, players }) => `${name} have ${players.length} of ${size} players`,
  )
  return refuse('DRAFT_OPEN', `${found.join(', ')}.`, { short: short.map(({ name }) => name) })
}

/** If the sender's teams differ from the draft, the draft is updated to show them. */
function updatedDraft(draft: Draft | undefined, teams: DraftedTeam[]): Event[] {
  if (draft && sameTeams(teams, chosenIn(draft))) return []
  const picks = teams.flatMap(({ players }, team) =>
    players.map((player, round) => ({ round, team, player })),
  )
  const shape = {
    order: draft?.order ?? ('serpentine' as const),
    lastRound: draft?.lastRound ?? defaultLastRound,
    teams: teams.map(({ name }) => name),
  }
  const turn = openFrom(shape, picks, { round: 0, index: 0 })
  const pickSeconds = draft?.pickSeconds ?? null
  return [{ type: 'DraftSet', v: 1, ...shape, picks, turn, pickSeconds, dueAt: null }]
}
