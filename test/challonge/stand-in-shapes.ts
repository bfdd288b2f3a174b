// The responses and request bodies of Challonge's two APIs, as documented.
import type { Bracket, Match, Player, Report } from './stand-in.ts'

const at = '2026-01-19T16:57:17-05:00'

export const v2Response = {
  heading: ({ id, slug, state, type, groupType }: Bracket) => ({
    data: {
      id: `${id}`,
      type: 'tournament',
      attributes: {
        tournament_type: type,
        url: slug,
        name: 'Friday',
        state,
        group_stage_enabled: groupType !== null,
        ...(groupType === null ? {} : { group_stage_options: { stage_type: groupType } }),
      },
    },
  }),
  participant: ({ id, name, displayName, groupIds }: Player) => ({
    id: `${id}`,
    type: 'participant',
    attributes: {
      name,
      ...(displayName === undefined ? {} : { display_name: displayName }),
      seed: id % 100,
      ...(groupIds === undefined ? {} : { group_player_ids: groupIds }),
      states: { active: true },
    },
  }),
  match: (match: Match) => ({
    id: `${match.id}`,
    type: 'match',
    attributes: {
      state: match.state,
      round: match.round,
      identifier: match.identifier,
      suggested_play_order: match.order,
      group_id: match.group,
      scores: match.scores.map(([a, b]) => `${a} - ${b}`).join(','),
      score_in_sets: match.scores,
      winner_id: match.winner,
      tie: match.tie,
      timestamps: { created_at: at, underway_at: match.underway ? at : null },
      relationships: Object.fromEntries(
        match.players.flatMap((id, index) => {
          if (id === null) return []
          return [[`player${index + 1}`, { data: { id: `${id}`, type: 'participant' } }]]
        }),
      ),
    },
  }),
}

export const v1Response = {
  whole: (bracket: Bracket) => ({
    tournament: {
      id: bracket.id,
      url: bracket.slug,
      name: 'Friday',
      state: bracket.state,
      tournament_type: bracket.type,
      group_stages_enabled: bracket.groupType !== null,
      participants: bracket.players.map((player) => ({ participant: v1Participant(player) })),
      matches: bracket.matches.map(v1Response.match),
    },
  }),
  match: (match: Match) => ({
    match: {
      id: match.id,
      identifier: match.identifier,
      state: match.state,
      round: match.round,
      group_id: match.group,
      suggested_play_order: match.order,
      player1_id: match.players[0],
      player2_id: match.players[1],
      winner_id: match.winner,
      underway_at: match.underway ? at : null,
      scores_csv: match.scores.map((pair) => pair.join('-')).join(),
    },
  }),
}

function v1Participant({ id, name, displayName, groupIds = [] }: Player) {
  return {
    id,
    name,
    display_name: displayName ?? name,
    display_name_with_invitation_email_address: `${name} <who@example.org>`,
    seed: id % 100,
    group_player_ids: groupIds,
  }
}

type V2Side = { participant_id?: unknown; score_set?: unknown; rank?: unknown; advancing?: unknown }

export function v2Result(
  match: Match,
  data: { type: string; attributes: Record<string, unknown> },
  complaints: string[],
): Report | null {
  if (data.type !== 'Match') complaints.push(`type ${data.type}`)
  const sides = (data.attributes['match'] ?? []) as V2Side[]
  const ids = sides.map((side) => Number(side.participant_id))
  if (ids[0] !== match.players[0] || ids[1] !== match.players[1]) {
    complaints.push(`players ${ids.join()} for ${match.players.join()}`)
    return null
  }
  const [one, two] = sides.map((side) => String(side.score_set).split(',').map(Number))
  const scores = (one ?? []).map((points, index): [number, number] => [points, two?.[index] ?? NaN])
  if (scores.flat().some(Number.isNaN)) complaints.push('scores')
  if (!('tie' in data.attributes)) {
    const isFree = sides.every((side) => side.rank === undefined && side.advancing === undefined)
    if (!isFree) complaints.push('a rank without a result')
    return { scores }
  }
  if (data.attributes['tie'] === true) return { scores, winner: 'tie' }
  const winner = sides.findIndex((side) => side.rank === 1 && side.advancing === true)
  const id = ids[winner]
  if (id === undefined) complaints.push('no winner')
  return id === undefined ? null : { scores, winner: id }
}

export function v1Result(match: Match, body: unknown, complaints: string[]): Report | null {
  const { match: report = {} } = body as { match?: { scores_csv?: string; winner_id?: unknown } }
  if (report.winner_id !== undefined && !report.scores_csv)
    complaints.push('a winner without scores')
  const scores = (report.scores_csv ?? '').split(',').map((pair): [number, number] => {
    const [a, b] = pair.split('-').map(Number)
    return [a ?? NaN, b ?? NaN]
  })
  if (scores.flat().some(Number.isNaN)) return null
  if (report.winner_id === undefined) return { scores }
  if (report.winner_id === 'tie') return { scores, winner: 'tie' }
  const winner = Number(report.winner_id)
  return match.players.includes(winner) ? { scores, winner } : null
}

export function formOf(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}
