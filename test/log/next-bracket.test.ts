import { expect, test } from 'vitest'
import { apiOf } from '#scripts/support/rest-client.ts'
import { runBrackets } from '#scripts/example-evening.ts'
import { seed } from '#scripts/seed.ts'
import { startApp } from '../support/app.ts'
import { until } from '../support/desk-client.ts'

type Match = {
  id: number
  stageName: string
  isComplete: boolean
  blueTeam: number | null
  goldTeam: number | null
  activeCabinet: number | null
}

test('the seeded evening continues with another bracket when its bracket is over', async () => {
  const app = await startApp()
  const api = apiOf(app.url, app.adminKey)
  const { tournament, cabinets } = await seed({
    waggle: app,
    adminKey: app.adminKey,
    empty: false,
  })
  let secondFinals = 0
  const ending = new AbortController()
  const { signal } = ending
  const simulation = runBrackets(api, tournament!, { signal, pauseMs: 100, checkEveryMs: 250 })
  const all = async () =>
    (
      await api.get<{ results: Match[] }>(
        `/api/tournament/match/?tournamentId=${tournament}&rowsPerPage=1000`,
      )
    ).results
  // Every match of the first bracket is completed by hand. The champion of the losers' bracket wins
  // the final, so there is a second final, which is in no queue.
  const onCabinets = async () => (await all()).filter((match) => match.activeCabinet).length
  for (let openMatches = await open(); openMatches.length > 0; openMatches = await open()) {
    const next = openMatches.find((match) => match.blueTeam && match.goldTeam)!
    const isLast = (await all()).length > 14
    if (isLast)
      await until('one match is left on a cabinet', async () => (await onCabinets()) === 1)
    const lowerWins = openMatches.length === 1 && !isLast
    const scores = lowerWins ? { blueScore: 0, goldScore: 2 } : { blueScore: 2, goldScore: 0 }
    secondFinals += Number(isLast)
    await api.patch(`/api/tournament/match/${next.id}/`, scores)
    await api.put(`/api/tournament/match/${next.id}/complete/`, {})
  }
  async function open(): Promise<Match[]> {
    const matches = await all()
    return matches.filter((match) => match.stageName === 'Main Bracket' && !match.isComplete)
  }
  expect(secondFinals).toBe(1)
  await expect.poll(onCabinets).toBe(cabinets.length)
  const next = (await all()).filter((match) => match.stageName !== 'Main Bracket')
  expect(new Set(next.map((match) => match.stageName))).toEqual(new Set(['Bracket 2']))
  expect(next.length).toBeGreaterThanOrEqual(14)
  ending.abort()
  await simulation
  await app.stop()
})
