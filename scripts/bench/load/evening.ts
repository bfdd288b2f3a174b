// Simulates cabinets at real speed, and officials who press regularly.
import { apiOf } from '../../support/rest-client.ts'
import { simulate } from '../../simulator/simulate.ts'
import type { Cabinet } from './cabinets.ts'

type Evening = {
  url: string
  adminKey: string
  cabinets: Cabinet[]
  /** matches that never end during the measurement */
  matches: { id: number; team: number }[]
}

const betweenMs = 1_000
const pauseSeconds = 10
let end = async () => {}

/** Plays game after game on every cabinet (R-GE-2), and adds or removes a point every second. */
export async function playOn({ url, adminKey, cabinets, matches }: Evening): Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const playing = simulate({
    url: `${url.replace('http', 'ws')}/ws/stats_listener/v3`,
    cabinets,
    signal,
    pauseSeconds,
  })
  const api = apiOf(url, adminKey)
  let turn = 0
  const scoring = setInterval(() => {
    const { id, team } = matches[turn++ % matches.length]!
    const by = turn % (2 * matches.length) < matches.length ? 1 : -1
    void api
      .put(`/api/tournament/match/${id}/add-score/`, { team, by, force: true })
      .catch(() => {})
  }, betweenMs)
  end = async () => {
    clearInterval(scoring)
    stopping.abort()
    await playing
  }
}

export const endEvening = () => end()
