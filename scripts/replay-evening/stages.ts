// Creates a recorded stage with its settings and seeding, which give the same matches.
import { typeOf } from '#events/rules/stage-types/stage-types.ts'
import type { MatchRow } from '#events/schema/rows.ts'
import type { RecordedMatch, RecordedStage } from '#test/support/recordings.ts'
import type { Api } from '../support/rest-client.ts'
import { compareLayout, difference } from './compare.ts'
import type { Difference } from './compare.ts'
import type { Venue } from './venue.ts'
import { seedsOf } from './seeding.ts'

export type Stage = { id: number; record: RecordedStage; matches: RecordedMatch[]; seeds: string[] }
type Standings = { standings: { rank: number; team: { id: number; name: string } }[] }

export async function makeStage(
  api: Api,
  { tournament, teams }: Venue,
  { record, matches }: Pick<Stage, 'record' | 'matches'>,
  before?: Stage,
): Promise<Stage> {
  const { id: _, ...settings } = record
  const path = '/api/tournament/bracket/'
  const { id } = await api.post<{ id: number }>(path, { tournament, ...settings })
  const seeds = seedsOf(record, matches)
  const source = before && isSource(before, seeds) ? before.id : null
  // If the previous stage decides the seeds, they are its places, which the server resolves.
  if (source !== null)
    await api.put('/api/tournament/stage-placement/', placements(id, source, seeds))
  else await api.put(`${path}${id}/set-teams/`, { teams: seeds.map((name) => teams.get(name)) })
  await api.put(`${path}${id}/create-matches/`, {})
  return { id, record, matches, seeds }
}

/** Whether the stage is a round robin in which all teams of the next stage played. */
function isSource({ record, seeds }: Stage, next: string[]): boolean {
  return typeOf(record).pairing === 'everybody' && next.every((team) => seeds.includes(team))
}

function placements(destBracket: number, srcBracket: number, seeds: string[]) {
  return seeds.map((_, index) => {
    return { destBracket, destPlace: index + 1, srcBracket, srcPlace: index + 1 }
  })
}

export async function matchesOfStage(api: Api, stage: Stage): Promise<MatchRow[]> {
  const path = `/api/tournament/match/?bracketId=${stage.id}&rowsPerPage=1000`
  return (await api.get<{ results: MatchRow[] }>(path)).results
}

export async function checkLayout(api: Api, venue: Venue, stage: Stage): Promise<Difference[]> {
  const ours = await matchesOfStage(api, stage)
  return compareLayout({
    name: stage.record.name,
    record: stage.matches,
    ours,
    names: venue.names,
  })
}

/** Checks that the table of a round robin gives the recorded seeds of the next stage. */
export async function checkSeeds(api: Api, before: Stage, next: Stage): Promise<Difference[]> {
  if (!isSource(before, next.seeds)) return []
  const { standings } = await api.get<Standings>(`/api/tournament/bracket/${before.id}/standings/`)
  const ranked = standings.slice(0, next.seeds.length).map(({ team }) => team.name)
  const where = `${before.record.name} standings`
  return difference(where, `seeds of ${next.record.name}`, [
    next.seeds.join(', '),
    ranked.join(', '),
  ])
}
