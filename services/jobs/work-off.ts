import { openPause } from '../log/index.ts'

type Options<Job> = {
  /** leases jobs that are due; `running`: how many are being worked on */
  take(running: number): Promise<Job[]>
  work(job: Job): Promise<unknown>
  logError(error: unknown): void
}

/** Jobs that become due without a call of `wake` are found by looking. */
const pollMs = 1_000

/** Works on jobs as they become due; a slow one does not delay the others. */
export function workOff<Job>({ take, work, logError }: Options<Job>) {
  const running = new Set<Promise<unknown>>()
  const { wake, wait } = openPause()
  let isEnding = false

  async function begin(): Promise<void> {
    for (const job of await take(running.size)) {
      const done = work(job)
        .catch(logError)
        .finally(() => {
          running.delete(done)
          wake()
        })
      running.add(done)
    }
  }

  async function run(): Promise<void> {
    while (!isEnding) {
      await begin().catch(logError)
      await wait(pollMs)
    }
    await Promise.all(running)
  }

  const ended = run()
  return {
    /** looks for due jobs at once */
    wake,
    /** takes no more jobs, and waits for those that are being worked on */
    async stop(): Promise<void> {
      isEnding = true
      wake()
      await ended
    },
  }
}
