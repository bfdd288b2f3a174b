// Brackets as other sites deliver them, played at random by an implementation of their own.

type Played = {
  id: number
  round: number
  order: number
  players: [number | null, number | null]
  from: [From | null, From | null]
  winner: 0 | 1 | null
  score: [number, number] | null
  isForfeit: boolean
}
type From = { match: number; isLoser: boolean }
export type PlayedEvening = {
  kind: 'single elimination' | 'double elimination' | 'round robin' | 'swiss'
  teams: { id: number; name: string; seed: number; place: number }[]
  matches: Played[]
  isOver: boolean
}
type Side = { team: number | null; from: From | null } | null

/** Seeds of a bracket from top to bottom: 1, 8, 4, 5, 2, 7, 3, 6. */
function slots(size: number): number[] {
  let order = [1]
  while (order.length < size) order = order.flatMap((seed) => [seed, order.length * 2 + 1 - seed])
  return order
}

/** Plays a bracket at random; only the first `stopAfter` matches have a result. */
export function evening(
  kind: PlayedEvening['kind'],
  count: number,
  random: () => number,
  stopAfter = Infinity,
): PlayedEvening {
  const teams = Array.from({ length: count }, (_, n) => {
    return { id: 9_000 + n, name: `Team ${n + 1}`, seed: n + 1, place: 0 }
  })
  const matches: Played[] = []
  const exits: { team: number; level: number }[] = []
  const play = (one: Side, two: Side, round: number): { winner: Side; loser: Side } => {
    if (!one || !two) return { winner: one ?? two, loser: null }
    const id = 700 + matches.length
    const players: Played['players'] = [one.team, two.team]
    const isOpen = matches.length >= stopAfter || players.includes(null)
    const winner = isOpen ? null : random() < 0.6 ? 0 : 1
    const isForfeit = winner !== null && random() < 0.08
    const lost = Math.floor(random() * 3)
    const score: Played['score'] =
      winner === null ? null : isForfeit ? [0, 0] : winner === 0 ? [3, lost] : [lost, 3]
    const from: Played['from'] = [one.from, two.from]
    matches.push({ id, round, order: matches.length + 1, players, from, winner, score, isForfeit })
    const side = (which: 0 | 1 | null, isLoser: boolean): Side => {
      return { team: which === null ? null : players[which], from: { match: id, isLoser } }
    }
    const loser = winner === null ? null : winner === 0 ? 1 : 0
    return { winner: side(winner, false), loser: side(loser, true) }
  }
  const eliminate = (side: Side, level: number) => {
    if (side && side.team !== null) exits.push({ team: side.team, level })
  }
  const pairs = (list: Side[]) =>
    Array.from({ length: list.length / 2 }, (_, n) => [
      list[2 * n] ?? null,
      list[2 * n + 1] ?? null,
    ])

  if (kind === 'round robin' || kind === 'swiss') {
    const ids = teams.map(({ id }) => id)
    const rounds = kind === 'swiss' ? Math.min(3, count - 1) : count - 1
    for (let round = 1; round <= rounds; round++) {
      for (let n = 0; n < count / 2; n++) {
        const [one, two] = [ids[n], ids[count - 1 - n]]
        if (one === undefined || two === undefined) continue
        play({ team: one, from: null }, { team: two, from: null }, round)
      }
      ids.splice(1, 0, ids.pop()!)
    }
  } else {
    let size = 1
    while (size < count) size *= 2
    let winners: Side[] = slots(size).map((seed) =>
      seed > count ? null : { team: teams[seed - 1]!.id, from: null },
    )
    let losers: Side[] = []
    let losersRound = 0
    const isDouble = kind === 'double elimination'
    for (let round = 1; winners.length > 1; round++) {
      const played = pairs(winners).map(([one, two]) => play(one ?? null, two ?? null, round))
      winners = played.map(({ winner }) => winner)
      const roundLosers = played.map(({ loser }) => loser)
      if (!isDouble) {
        for (const side of roundLosers) eliminate(side, round)
        continue
      }
      const playLosers = (list: Side[]) => {
        losersRound++
        return pairs(list).map(([one, two]) => {
          const { winner, loser } = play(one ?? null, two ?? null, -losersRound)
          eliminate(loser, losersRound)
          return winner
        })
      }
      losers =
        round === 1
          ? roundLosers
          : playLosers(
              losers.flatMap((side, n) => [roundLosers[roundLosers.length - 1 - n] ?? null, side]),
            )
      if (winners.length > 1) losers = playLosers(losers)
    }
    if (isDouble) {
      const round = Math.log2(size) + 1
      const first = play(winners[0] ?? null, losers[0] ?? null, round)
      const last = matches.at(-1)!
      if (last.winner === 0) {
        eliminate(first.loser, 1_000)
        // The second final stays in the list but is not played.
        const withoutTeam = (from: Side): Side => from && { ...from, team: null }
        play(withoutTeam(first.winner), withoutTeam(first.loser), round)
        winners = [first.winner]
      } else {
        const again = play(first.winner, first.loser, round)
        eliminate(again.loser, 1_000)
        winners = [again.winner]
      }
    }
    eliminate(winners[0] ?? null, 1_001)
  }
  const isOver = stopAfter === Infinity
  return { kind, teams: withPlaces(teams, { matches, exits }), matches, isOver }
}

function withPlaces(
  teams: PlayedEvening['teams'],
  { matches, exits }: { matches: Played[]; exits: { team: number; level: number }[] },
) {
  const wins = (team: number) =>
    matches.filter(({ winner, players }) => winner !== null && players[winner] === team).length
  return teams.map((team) => {
    const level = exits.find((exit) => exit.team === team.id)?.level
    const better =
      level === undefined
        ? teams.filter((other) => wins(other.id) > wins(team.id)).length
        : exits.filter((exit) => exit.level > level).length
    return { ...team, place: better + 1 }
  })
}

const at = '2026-01-02T20:00:00.000-05:00'

/** `GET /v1/tournaments/{tournament}.json?include_participants=1&include_matches=1` */
export function challongeV1({ kind, teams, matches, isOver }: PlayedEvening) {
  return {
    tournament: {
      id: 1086875,
      name: 'Friday',
      url: 'friday',
      tournament_type: kind,
      state: isOver ? 'complete' : 'underway',
      started_at: at,
      created_at: at,
      completed_at: isOver ? at : null,
      group_stages_enabled: false,
      hold_third_place_match: false,
      participants_count: teams.length,
      ranked_by: 'match wins',
      swiss_rounds: kind === 'swiss' ? 3 : 0,
      participants: teams.map(({ id, name, seed, place }) => ({
        participant: {
          id,
          tournament_id: 1086875,
          name,
          seed,
          active: true,
          checked_in: false,
          final_rank: isOver ? place : null,
          group_id: null,
          group_player_ids: [],
          username: null,
          display_name: name,
        },
      })),
      matches: matches.map((match) => ({
        match: {
          id: match.id,
          tournament_id: 1086875,
          state:
            match.winner !== null ? 'complete' : match.players.includes(null) ? 'pending' : 'open',
          player1_id: match.players[0],
          player2_id: match.players[1],
          player1_prereq_match_id: match.from[0]?.match ?? null,
          player2_prereq_match_id: match.from[1]?.match ?? null,
          player1_is_prereq_match_loser: match.from[0]?.isLoser ?? false,
          player2_is_prereq_match_loser: match.from[1]?.isLoser ?? false,
          winner_id: match.winner === null ? null : match.players[match.winner],
          loser_id: match.winner === null ? null : match.players[1 - match.winner],
          identifier: `M${match.order}`,
          round: match.round,
          group_id: null,
          attachment_count: null,
          underway_at: null,
          completed_at: match.winner === null ? null : at,
          suggested_play_order: match.order,
          forfeited: match.isForfeit || null,
          scores_csv: match.score === null ? '' : match.score.join('-'),
        },
      })),
    },
  }
}

/** The three responses of API v2.1: tournament, participants and matches. */
export function challongeV2({ kind, teams, matches, isOver }: PlayedEvening) {
  return [
    {
      data: {
        id: '1086875',
        type: 'tournament',
        attributes: {
          tournament_type: kind,
          url: 'friday',
          name: 'Friday',
          state: isOver ? 'complete' : 'underway',
          timestamps: { started_at: at, created_at: at, completed_at: isOver ? at : null },
          group_stage_enabled: false,
        },
      },
    },
    {
      data: teams.map(({ id, name, seed, place }) => ({
        id: `${id}`,
        type: 'participant',
        attributes: {
          name,
          seed,
          group_id: null,
          tournament_id: 1086875,
          username: null,
          final_rank: isOver ? place : null,
          states: { active: true },
        },
      })),
    },
    {
      data: matches.map((match) => ({
        id: `${match.id}`,
        type: 'match',
        attributes: {
          state:
            match.winner !== null ? 'complete' : match.players.includes(null) ? 'pending' : 'open',
          round: match.round,
          identifier: `M${match.order}`,
          suggested_play_order: match.order,
          scores: match.score === null ? '' : match.score.join(' - '),
          score_in_sets: match.score === null || match.isForfeit ? [] : [match.score],
          points_by_participant: match.players.map((player, side) => ({
            participant_id: player,
            scores: match.score ? [match.score[side as 0 | 1]] : [],
          })),
          timestamps: { updated_at: at },
          winner_id: match.winner === null ? null : match.players[match.winner],
          tie: false,
        },
        relationships: {
          player1: { data: { id: `${match.players[0]}`, type: 'participant' } },
          player2: { data: { id: `${match.players[1]}`, type: 'participant' } },
        },
      })),
    },
  ]
}

/** A response of start.gg's GraphQL API. */
export function startGg({ kind, teams, matches, isOver }: PlayedEvening) {
  const seconds = 1_767_400_000
  const phase = {
    id: 5,
    name: 'Bracket',
    phaseOrder: 1,
    bracketType: kind.toUpperCase().replace(' ', '_'),
  }
  return {
    data: {
      event: {
        id: 77,
        name: 'Squad',
        state: isOver ? 'COMPLETED' : 'ACTIVE',
        startAt: seconds,
        tournament: { id: 7, name: 'Friday' },
        entrants: {
          pageInfo: { total: teams.length, totalPages: 1 },
          nodes: teams.map(({ id, name, seed, place }) => ({
            id,
            name,
            initialSeedNum: seed,
            isDisqualified: false,
            standing: isOver ? { placement: place } : null,
          })),
        },
        phaseGroups: [
          {
            id: 6,
            displayIdentifier: '1',
            bracketType: phase.bracketType,
            phase,
            seeds: { nodes: teams.map(({ id, seed }) => ({ seedNum: seed, entrant: { id } })) },
            sets: {
              nodes: matches.map((match) => ({
                id: match.id,
                round: match.round,
                identifier: `${match.order}`,
                fullRoundText: `Round ${match.round}`,
                state: match.winner === null ? 1 : 3,
                winnerId: match.winner === null ? null : match.players[match.winner],
                completedAt: match.winner === null ? null : seconds + match.order * 60,
                displayScore: match.isForfeit ? 'DQ' : null,
                slots: ([0, 1] as const).map((side) => ({
                  id: `${match.id}-${side}`,
                  slotIndex: side,
                  prereqType: match.from[side] ? 'set' : 'seed',
                  prereqId: match.from[side] ? `${match.from[side].match}` : '1',
                  prereqPlacement: match.from[side]?.isLoser ? 2 : 1,
                  entrant:
                    match.players[side] === null
                      ? null
                      : { id: match.players[side], name: `Team ${match.players[side] - 8_999}` },
                  standing: match.score && {
                    placement: match.winner === side ? 1 : 2,
                    stats: {
                      score: {
                        label: null,
                        value: match.isForfeit
                          ? match.winner === side
                            ? 0
                            : -1
                          : match.score[side],
                      },
                    },
                  },
                })),
              })),
            },
          },
        ],
      },
    },
  }
}
