import { setTimeout as sleep } from 'node:timers/promises'
import { isImportIncomplete } from '../../../events/state/tournament.ts'
import type { LogPair, Stored } from '../../log/index.ts'
import type { FoldedStep, States } from '../../states/index.ts'
import type { Channel } from './channel.ts'
import type { Due, Outbox } from './deliveries.ts'
import type { Times } from './send-due.ts'

type FollowerOptions = {
  pair: LogPair
  states: States
  outbox: Outbox
  channels: ReadonlyMap<string, Channel>
  signal: AbortSignal
  restMs: Times['restMs']
  /** something is due */
  wake(): void
}

/** Where nobody is to be told, how far the log was read is stored so rarely. */
const saveEveryMs = 5_000

/** Reads the log and writes what is due; ends when it is stopped or the log is away. */
export async function followLog(options: FollowerOptions): Promise<void> {
  const { pair, states, outbox, channels, signal, restMs, wake } = options
  const stepOf = states.follower()
  const from = await outbox.position(pair.index, await pair.tail())
  let savedAt = Date.now()

  async function take(batch: Stored[], end: number): Promise<void> {
    const steps: FoldedStep[] = []
    for (const stored of batch) {
      if (signal.aborted) return
      steps.push(...(await stepOf(stored)).steps)
    }
    const { found, isAnybody } = await dueOf(steps, outbox, channels)
    const rested = sleep(isAnybody ? restMs.some : restMs.nobody, undefined, { signal }).catch(
      () => {},
    )
    const isDue = found.some(({ due }) => due.length > 0)
    if (isDue || Date.now() - savedAt >= saveEveryMs) {
      await outbox.enqueue(pair.index, found, end)
      savedAt = Date.now()
      if (isDue) wake()
    }
    await rested
  }

  await pair.follow(from, take, signal)
}

async function dueOf(
  steps: FoldedStep[],
  outbox: Outbox,
  channels: ReadonlyMap<string, Channel>,
): Promise<{ found: { seq: number; due: Due[] }[]; isAnybody: boolean }> {
  const places = steps.map(({ after: { state } }) => ({ tournament: state.id, scene: state.scene }))
  const subscribers = await outbox.subscribers(places)
  const found = steps.map((step) => {
    const { seq } = step.stored
    const { id: tournament, scene } = step.after.state
    // What was played elsewhere is no news.
    if (isImportIncomplete(step.before.state) || isImportIncomplete(step.after.state))
      return { seq, due: [] }
    const told = subscribers.filter(
      (one) =>
        one.after < seq &&
        (one.tournament === null ? one.scene === scene : one.tournament === tournament),
    )
    const due = told.flatMap((one) => {
      const news = channels.get(one.channel)?.news(step, one) ?? []
      return news.map((each) => ({ ...each, subscription: one.id, tournament }))
    })
    return { seq, due }
  })
  return { found, isAnybody: subscribers.length > 0 }
}
