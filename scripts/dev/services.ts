// The services of `npm run dev`, started by main.ts under `node --watch`, which restarts them.
import { startWaggle } from '#services/index.ts'
import type { WaggleOptions } from '#services/index.ts'
import { alive } from '../servers/owner.ts'

export type DevOptions = {
  /** pid of the main.ts process */
  main: number
  waggle: WaggleOptions
}

const pollMs = 500

const { main, waggle: options } = JSON.parse(process.env['WAGGLE_DEV'] ?? '{}') as DevOptions
const waggle = await startWaggle(options)

let ended = false
async function end(): Promise<void> {
  if (ended) return
  ended = true
  await waggle.stop()
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end())

// If main.ts is killed, nothing else stops the watching Node process that is our parent.
setInterval(() => {
  if (!alive(main)) process.kill(process.ppid, 'SIGTERM')
}, pollMs).unref()
