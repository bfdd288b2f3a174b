// An example program for a scene: node results.ts http://localhost:8080 12
// It prints the name of a tournament, and then every result as it happens.
import { openClient } from 'waggle-client'
import type { Client } from 'waggle-client'

/** Prints `M3 Bees 2–1 Wasps` for every completed match, until `signal` aborts. */
export async function sayResults(
  client: Client,
  tournament: number,
  say: (line: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  const { name } = await client.get('/api/tournament/tournament/:id/', { id: tournament })
  say(name)
  const teams = new Map<number | null, string>()
  for await (const team of client.all('/api/tournament/team/', { tournamentId: tournament }))
    teams.set(team.id, team.name)
  const over = new Set<number>()
  for await (const event of client.events(tournament, { from: 0, ...(signal && { signal }) })) {
    const { match: matches = [], team: changedTeams = [] } = event.data.rows
    for (const team of 'put' in changedTeams ? changedTeams.put : changedTeams)
      teams.set(team.id, team.name)
    for (const match of 'put' in matches ? matches.put : matches) {
      if (!match.isComplete) over.delete(match.id)
      else if (!over.has(match.id)) {
        over.add(match.id)
        const [blue, gold] = [teams.get(match.blueTeam), teams.get(match.goldTeam)]
        say(`M${match.matchNum} ${blue} ${match.blueScore}–${match.goldScore} ${gold}`)
      }
    }
  }
}

if (import.meta.main) {
  const [url = 'http://localhost:8080', tournament = '1'] = process.argv.slice(2)
  await sayResults(openClient({ url }), Number(tournament), console.log)
}
