type Subject = 'status.fanout' | 'status.intake'
type Bus = { answer(subject: Subject, reply: () => Promise<unknown>): () => void }
type NamedCount = [name: string, count: () => number]
type Subscription = { counts: Set<() => number>; end: () => void }

const subscriptions = new WeakMap<Bus, Map<Subject, Subscription>>()

/**
 * Answers requests for a count. A room serves two APIs over one connection, so their counts are
 * added up: NATS would deliver neither of two replies to one request.
 */
export function replyWithCount(bus: Bus, subject: Subject, [name, count]: NamedCount): () => void {
  const subjects = subscriptions.get(bus) ?? new Map<Subject, Subscription>()
  subscriptions.set(bus, subjects)
  const { counts, end } = subjects.get(subject) ?? subscribe(bus, subject, name)
  subjects.set(subject, { counts, end })
  counts.add(count)
  return () => {
    counts.delete(count)
    if (counts.size > 0 || !subjects.delete(subject)) return
    end()
  }
}

function subscribe(bus: Bus, subject: Subject, name: string): Subscription {
  const counts = new Set<() => number>()
  const total = () => [...counts].reduce((sum, count) => sum + count(), 0)
  return { counts, end: bus.answer(subject, async () => ({ [name]: total() })) }
}
