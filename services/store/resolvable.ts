// A resolver that is away keeps each question in one of Node's four threads, for ten seconds and more:
// a few questions for the name of a dead server, and no other name is looked up, no file read.
import { lookup } from 'node:dns/promises'
import { setTimeout as sleep } from 'node:timers/promises'

type Asked = { since: number; answer: Promise<unknown> }

const open = new Map<string, Asked>()

/** Fails where nobody knows the name, or nobody says so in time. Each name is asked for once at a time. */
export async function resolvable(
  host: string,
  limitMs: number,
  ask: (host: string) => Promise<unknown> = lookup,
): Promise<void> {
  if (host.startsWith('/')) return
  const asked = open.get(host) ?? begin(host, ask(host))
  // Who comes while a question has been open for so long already does not wait for it again.
  const leftMs = Math.max(0, limitMs - (performance.now() - asked.since))
  const done = new AbortController()
  const tooLate = sleep(leftMs, undefined, { signal: done.signal }).then(() => {
    throw Object.assign(new Error(`the address of ${host} is not known`), { retryable: true })
  })
  try {
    await Promise.race([asked.answer, tooLate])
  } finally {
    done.abort()
    tooLate.catch(() => {})
  }
}

function begin(host: string, answer: Promise<unknown>): Asked {
  const asked = { since: performance.now(), answer }
  open.set(host, asked)
  void answer.catch(() => {}).finally(() => open.delete(host))
  return asked
}
