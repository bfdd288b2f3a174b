// Commands and cabinet facts that flow while something else is being tried.
import type { CabinetEvent } from '../../events/schema/cabinet-facts.ts'
import type { Command } from '../../events/schema/command.ts'
import { playGame } from '../../events/simulation/play.ts'
import { random } from '../../events/simulation/random.ts'
import type { Random } from '../../events/simulation/random.ts'
import type { Desk } from '../../services/desk/index.ts'
import { Unavailable } from '../../services/log/index.ts'
import type { Log } from '../../services/log/index.ts'
import { newTournament, pause, requestOf } from './desk-client.ts'

type LoadOnLog = { stop(): Promise<{ commands: number; messages: number }> }

/** Games come whole, abandoned, shuffled, repeated and late; commands to three tournaments. */
export async function startLoadOnLog(
  desk: Desk,
  log: Log,
  { seed, pauseMs = 8 }: { seed: string; pauseMs?: number },
): Promise<LoadOnLog> {
  const stands = [await newTournament(desk), await newTournament(desk, { teams: 6 })]
  const counted = { commands: 0, messages: 0 }
  let running = true

  async function command(): Promise<void> {
    const chance = random(`${seed} commands`)
    while (running) {
      const { tournament, matches, teams } = chance.pick(stands)
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
      const answer = await patiently(() => desk.handle(request))
      if ('version' in answer) counted.commands++
      await pause(chance.between(0, pauseMs * 2))
    }
  }

  async function tell(cabinet: number): Promise<void> {
    const chance = random(`${seed} cabinet ${cabinet}`)
    let startMs = Date.parse('2026-01-03T20:00:00Z')
    for (let game = 1; running; game++) {
      const whole = playGame({
        seed: `${seed} ${cabinet} ${game}`,
        startAt: new Date(startMs),
        pace: 20,
      })
      startMs = Date.parse(whole.at(-1)!.time) + 20_000
      for (const events of messagesOf(chance, whole)) {
        if (!running) break
        await patiently(() => log.appendFacts({ cabinet, after: 0, events }))
        counted.messages++
        await pause(chance.between(0, pauseMs))
      }
    }
  }

  const working = [command(), tell(1), tell(2)]
  return {
    async stop() {
      running = false
      await Promise.all(working)
      return counted
    },
  }
}

/** A busy machine is no fault of what is tried: the same is sent again. */
export async function patiently<T>(send: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
    }
  }
}

/** A game's events in messages as a client on a bad line would have them sent. */
function messagesOf(chance: Random, whole: CabinetEvent[]): CabinetEvent[][] {
  const isAbandoned = chance.chance(0.2)
  const isShuffled = chance.chance(0.3)
  const kept = isAbandoned ? whole.filter(({ type }) => type !== 'victory') : whole
  const events = [...(isShuffled ? chance.shuffled(kept) : kept)]
  const sent: CabinetEvent[][] = []
  while (events.length > 0) {
    const next = events.splice(0, chance.whole(1, 25))
    const again = chance.chance(0.3) ? chance.shuffled(kept).slice(0, 5) : []
    sent.push([...next, ...again])
    if (again.length > 0) sent.push(again)
  }
  return sent
}
