import type { Api } from './rest-client.ts'

type Row = { id: number }

export async function addTeams(api: Api, tournament: number, names: string[]): Promise<number[]> {
  const ids: number[] = []
  for (const name of names) {
    ids.push((await api.post<Row>('/api/tournament/team/', { tournament, name })).id)
  }
  return ids
}

/** Creates a double elimination and its matches; `settings` are fields of the stage. */
export async function addBracket(
  api: Api,
  tournament: number,
  { teams, ...settings }: { teams: number[]; name: string; [setting: string]: unknown },
): Promise<void> {
  const path = '/api/tournament/bracket/'
  const stage = { tournament, stageType: 'double_elim', ...settings }
  const { id } = await api.post<Row>(path, stage)
  await api.put(`${path}${id}/set-teams/`, { teams })
  await api.put(`${path}${id}/create-matches/`, {})
}

export async function matchesOf<Match>(api: Api, tournament: number): Promise<Match[]> {
  const path = `/api/tournament/match/?tournamentId=${tournament}&rowsPerPage=1000`
  return (await api.get<{ results: Match[] }>(path)).results
}
