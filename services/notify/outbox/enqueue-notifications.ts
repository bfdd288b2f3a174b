import { isImportIncomplete } from '#events/state/tournament.ts'
import { pause } from '../../log/index.ts'
import type { LogPair, StoredCommit } from '../../log/index.ts'
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
  /** called when a delivery is due */
  wake(): void
}

/** How often the checkpoint is stored while no deliveries are due. */
const saveEveryMs = 5_000

/** Follows the log and enqueues deliveries; ends when stopped or when the log is unreachable. */
export async function followLog(options: FollowerOptions): Promise<void> {
  const { pair, states, outbox, channels, signal, restMs, wake } = options
  const stepOf = states.follower()
  const from = await outbox.position(pair.index, await pair.tail())
  let savedAt = performance.now()

  async function take(batch: StoredCommit[], end: number): Promise<void> {
    const hasSubscribers = await outbox.hasSubscribers()
    const steps: FoldedStep[] = []
    // Folding a commit again would be wasted while nobody is notified.
    for (const stored of hasSubscribers ? batch : []) {
      if (signal.aborted) return
      steps.push(...(await stepOf(stored)).steps)
    }
    const deliveries = steps.length > 0 ? await dueOf(steps, outbox, channels) : []
    const rest = pause(hasSubscribers ? restMs.some : restMs.nobody, signal)
    const isDue = deliveries.some(({ due }) => due.length > 0)
    if (isDue || performance.now() - savedAt >= saveEveryMs) {
      await outbox.enqueue(pair.index, deliveries, end)
      savedAt = performance.now()
      if (isDue) wake()
    }
    await rest
  }

  await pair.follow(from, take, signal)
}

async function dueOf(
  steps: FoldedStep[],
  outbox: Outbox,
  channels: ReadonlyMap<string, Channel>,
): Promise<{ seq: number; due: Due[] }[]> {
  const scopes = steps.map(({ after: { state } }) => ({ tournament: state.id, scene: state.scene }))
  const subscribers = await outbox.subscribers(scopes)
  return steps.map((step) => {
    const { seq } = step.stored
    const { id: tournament, scene } = step.after.state
    // A tournament that is being imported causes no notifications.
    if (isImportIncomplete(step.before.state) || isImportIncomplete(step.after.state))
      return { seq, due: [] }
    const matching = subscribers.filter(
      (subscription) =>
        subscription.after < seq &&
        (subscription.tournament === null
          ? subscription.scene === scene
          : subscription.tournament === tournament),
    )
    const due = matching.flatMap((subscription) => {
      const notifications =
        channels.get(subscription.channel)?.notificationsFor(step, subscription) ?? []
      return notifications.map((each) => ({ ...each, subscription: subscription.id, tournament }))
    })
    return { seq, due }
  })
}
