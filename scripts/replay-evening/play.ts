// Replays one match: starts it on its cabinet and sends its games; the score must follow
// automatically.
import { isDeepStrictEqual } from 'node:util'
import { matchEndOf } from '#events/rules/match-length.ts'
import type { Score } from '#events/rules/match-length.ts'
import { typeOf } from '#events/rules/stage-types/stage-types.ts'
import type { MatchRow } from '#events/schema/rows.ts'
import type { RecordedEvent, RecordedGame, RecordedMatch } from '#test/support/recordings.ts'
import type { Api } from '../support/rest-client.ts'
import type { CabinetClient } from '#services/practice/client.ts'
import { difference } from './compare.ts'
import type { Difference } from './compare.ts'
import type { Venue } from './venue.ts'
import { until } from './replay-clock.ts'
import type { PlaybackClock } from './replay-clock.ts'
import type { Stage } from './stages.ts'

export type Play = {
  api: Api
  venue: Venue
  clock: PlaybackClock
  clients: Map<string, CabinetClient>
  /** by the recording's game id */
  events: Map<number, RecordedEvent[]>
  /** reorders the events before sending */
  order?: (events: RecordedEvent[]) => RecordedEvent[]
  differences: Difference[]
  /** actions of people that the replay repeats through REST */
  byHand: string[]
}
/** A match and the recorded match that it replays. */
type Pair = { where: string; stage: Stage; record: RecordedMatch; id: number }

const withinMs = 20_000

export async function playMatch(play: Play, { where, stage, record, id }: Pair): Promise<void> {
  const pair = { where, stage, record, id }
  for (const [index, game] of record.games.entries()) {
    await play.clock.until(play.events.get(game.id)?.[0]?.time ?? game.startTime)
    await bringTo(play, pair, game.cabinet)
    if (index === 0) await setSides(play, pair)
    if (game.hasEvents) await playGame(play, pair, { game, number: index + 1 })
    else await scoreByHand(play, pair, { game, number: index + 1 })
  }
  await edit(play, pair)
}

function readMatch({ api }: Play, id: number): Promise<MatchRow> {
  return api.get<MatchRow>(`/api/tournament/match/${id}/`)
}

/** Sends a change and checks that the next read equals the response (P12). */
async function change(play: Play, { where, id }: Pair, [verb, body]: [string, object]) {
  const path = `/api/tournament/match/${id}/`
  const { api, differences } = play
  const response =
    verb === ''
      ? await api.patch<MatchRow>(path, body)
      : await api.put<MatchRow>(`${path}${verb}/`, body)
  const read = await readMatch(play, id)
  if (!isDeepStrictEqual(response, read)) {
    const sides: [string, string] = [JSON.stringify(response), JSON.stringify(read)]
    differences.push(...difference(where, `read after ${verb || 'PATCH'}`, sides))
  }
  return read
}

async function bringTo(play: Play, pair: Pair, name: string): Promise<void> {
  const cabinet = play.venue.cabinets.get(name)?.id
  const { isComplete, activeCabinet } = await readMatch(play, pair.id)
  if (isComplete || activeCabinet === cabinet) return
  if (activeCabinet !== null) await change(play, pair, ['stop', {}])
  try {
    await change(play, pair, ['start', { cabinet }])
  } catch (error) {
    // A client that lost its connection stays offline until it has something to send.
    if (!String(error).includes('CABINET_OFFLINE')) throw error
    await change(play, pair, ['start', { cabinet, force: true }])
  }
}

/** Sets the recorded sides, and turns warm-up off, because recordings contain no warm-up games. */
async function setSides(play: Play, pair: Pair): Promise<void> {
  const { where, record, id } = pair
  const { blueTeam, goldTeam, isFlipped, isWarmup } = await readMatch(play, id)
  const name = (team: number | null) => play.venue.names.get(team ?? 0) ?? null
  const ours = [name(blueTeam), name(goldTeam)]
  const recorded = [record.blueTeam, record.goldTeam]
  if (ours[0] === recorded[1] && ours[1] === recorded[0]) {
    await change(play, pair, ['', { isFlipped: !isFlipped }])
    play.byHand.push(`${where}: sides swapped`)
  } else {
    const sides: [string, string] = [recorded.join(' v '), ours.join(' v ')]
    play.differences.push(...difference(where, 'teams at the start', sides))
  }
  if (!isWarmup) return
  await change(play, pair, ['', { isWarmup: false }])
  play.byHand.push(`${where}: warm-up ended`)
}

type Turn = { game: RecordedGame; number: number }

async function playGame(play: Play, { where, id }: Pair, { game, number }: Turn): Promise<void> {
  const { venue, clients, clock, events, order = (all) => all } = play
  const before = await readMatch(play, id)
  const client = clients.get(game.cabinet)
  if (!client || !venue.cabinets.has(game.cabinet)) throw new Error(`no cabinet ${game.cabinet}`)
  for (const { match: _, game: __, cabinet: ___, ...event } of order(events.get(game.id) ?? [])) {
    await clock.until(event.time)
    client.send(event)
  }
  await acknowledged(client)
  if (before.isComplete) return
  const point = (colour: string) => (game.winningTeam === colour ? 1 : 0)
  const expected = `${before.blueScore + point('blue')}-${before.goldScore + point('gold')}`
  const ours = await until(() => readMatch(play, id), {
    is: (row) => scoreOf(row) === expected,
    withinMs,
  })
  play.differences.push(...difference(where, `after game ${number}`, [expected, scoreOf(ours)]))
}

async function acknowledged(client: CabinetClient): Promise<void> {
  const count = async () => client.stats.unacknowledged
  const left = await until(count, { is: (waiting) => waiting === 0, withinMs: 3 * withinMs })
  if (left > 0) throw new Error(`${left} events were never acknowledged`)
}

/** A game without recorded events was a press on +1. */
async function scoreByHand(play: Play, pair: Pair, { game, number }: Turn): Promise<void> {
  const { blueTeam, goldTeam } = await readMatch(play, pair.id)
  const team = game.winningTeam === 'blue' ? blueTeam : goldTeam
  await change(play, pair, ['add-score', { team, by: 1, force: true }])
  play.byHand.push(`${pair.where}: game ${number} has no events, +1 ${game.winningTeam}`)
}

/** A score that does not follow from the recorded games was typed by a person. */
async function edit(play: Play, pair: Pair): Promise<void> {
  const { where, stage, record, id } = pair
  const won = (colour: string) => record.games.filter((game) => game.winningTeam === colour).length
  const points: Score = [won('blue'), won('gold')]
  const { blueScore, goldScore } = record
  const isEdited = points[0] !== blueScore || points[1] !== goldScore
  if (isEdited) {
    await change(play, pair, ['', { blueScore, goldScore, force: true }])
    play.byHand.push(`${where}: score set to ${scoreOf(record)}, its games say ${points.join('-')}`)
  }
  const { drawAllowed } = typeOf(stage.record)
  const isEnded = matchEndOf({ ...stage.record, drawAllowed }, points).done
  const isUnusual = isEdited || !isEnded || record.games.some((game) => !game.hasEvents)
  if (!record.isComplete || !isUnusual || (await readMatch(play, id)).isComplete) return
  await change(play, pair, ['complete', {}])
  play.byHand.push(`${where}: completed`)
}

function scoreOf({ blueScore, goldScore }: { blueScore: number; goldScore: number }): string {
  return `${blueScore}-${goldScore}`
}
