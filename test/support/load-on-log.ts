// Background load for tests: commands and cabinet facts.
import type { CabinetEvent } from '#events/schema/cabinet-facts.ts'
import type { Command } from '#events/schema/command.ts'
import { playGame } from '#events/simulation/play.ts'
import { random } from '#events/simulation/random.ts'
import type { Random } from '#events/simulation/random.ts'
import type { Desk } from '#services/desk/index.ts'
import { Unavailable } from '#services/log/index.ts'
import type { Log } from '#services/log/index.ts'
import { newTournament, pause, requestOf } from './desk-client.ts'

type LoadOnLog = { stop(): Promise<{ commands: number; messages: number }> }

/** Sends games (complete, abandoned, shuffled, repeated, late) and commands to two tournaments. */
export async function startLoadOnLog(
  desk: Desk,
  log: Log,
  { seed, pauseMs = 8 }: { seed: string; pauseMs?: number },
): Promise<LoadOnLog> {
  const tournaments = [await newTournament(desk), await newTournament(desk, { teams: 6 })]
  const counted = { commands: 0, messages: 0 }
  let running = true

  async function sendCommands(): Promise<void> {
    const chance = random(`${seed} commands`)
    while (running) {
      const { tournament, matches, teams } = chance.pick(tournaments)
      const match = chance.pick(matches)
      const commands: Command[] = [
        { type: 'AddScore', match, team: chance.pick(teams), by: 1 },
        { type: 'SetSides', match, isFlipped: chance.chance(0.5) },
        { type: 'StartMatch', match, cabinet: 1, force: false },
        { type: 'StopMatch', match },
        { type: 'CompleteMatch', match, force: true },
        { type: 'ReopenMatch', match },
        { type: 'AddTeam', name: `Team ${chance.whole(1, 99)}` },
      ]
      const request = requestOf(tournament, chance.pick(commands))
      const answer = await retryUnavailable(() => desk.handle(request))
      if ('version' in answer) counted.commands++
      await pause(chance.between(0, pauseMs * 2))
    }
  }

  async function sendGames(cabinet: number): Promise<void> {
    const chance = random(`${seed} cabinet ${cabinet}`)
    let startMs = Date.parse('2026-01-03T20:00:00Z')
    for (let game = 1; running; game++) {
      const events = playGame({
        seed: `${seed} ${cabinet} ${game}`,
        startAt: new Date(startMs),
        seconds: 20,
      })
      startMs = Date.parse(events.at(-1)!.time) + 20_000
      for (const batch of messagesOf(chance, events)) {
        if (!running) break
        await retryUnavailable(() => log.appendFacts({ cabinet, after: 0, events: batch }))
        counted.messages++
        await pause(chance.between(0, pauseMs))
      }
    }
  }

  const workers = [sendCommands(), sendGames(1), sendGames(2)]
  return {
    async stop() {
      running = false
      await Promise.all(workers)
      return counted
    },
  }
}

/** Retries while the log is unavailable: a busy machine is not a failure of the code under test. */
export async function retryUnavailable<T>(send: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
    }
  }
}

/** A game's events, split into messages as a client on a bad connection would send them. */
function messagesOf(chance: Random, game: CabinetEvent[]): CabinetEvent[][] {
  const isAbandoned = chance.chance(0.2)
  const isShuffled = chance.chance(0.3)
  const kept = isAbandoned ? game.filter(({ type }) => type !== 'victory') : game
  const events = [...(isShuffled ? chance.shuffled(kept) : kept)]
  const messages: CabinetEvent[][] = []
  while (events.length > 0) {
    const next = events.splice(0, chance.whole(1, 25))
    const repeated = chance.chance(0.3) ? chance.shuffled(kept).slice(0, 5) : []
    messages.push([...next, ...repeated])
    if (repeated.length > 0) messages.push(repeated)
  }
  return messages
}
