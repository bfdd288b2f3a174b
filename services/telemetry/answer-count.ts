type Subject = 'status.fanout' | 'status.intake'
type Bus = { answer(subject: Subject, reply: () => Promise<unknown>): () => void }
type Named = [name: string, count: () => number]
type Answered = { counts: Set<() => number>; end: () => void }

const answered = new WeakMap<Bus, Map<Subject, Answered>>()

/**
 * Says how many there are when it is asked. A room serves two APIs over one connection: their counts
 * are added up, for of two answers to one question NATS lets neither through.
 */
export function answerCount(bus: Bus, subject: Subject, [name, count]: Named): () => void {
  const subjects = answered.get(bus) ?? new Map<Subject, Answered>()
  answered.set(bus, subjects)
  const { counts, end } = subjects.get(subject) ?? opened(bus, subject, name)
  subjects.set(subject, { counts, end })
  counts.add(count)
  return () => {
    counts.delete(count)
    if (counts.size > 0 || !subjects.delete(subject)) return
    end()
  }
}

function opened(bus: Bus, subject: Subject, name: string): Answered {
  const counts = new Set<() => number>()
  const total = () => [...counts].reduce((sum, count) => sum + count(), 0)
  return { counts, end: bus.answer(subject, async () => ({ [name]: total() })) }
}
