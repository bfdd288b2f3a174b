// `npm run replay-evening -- 818 [--speed 50] [--url http://127.0.0.1:8080 --key …]` replays a
// recorded evening through REST and the cabinets' sockets and compares the results with the
// recording. Exit code 1 on any difference. `robin` and `double` are generated evenings; `--speed
// max` is as fast as events are acknowledged.
import { evening as recorded, eveningIds, recordings } from '#test/support/recordings.ts'
import type { Evening } from '#test/support/recordings.ts'
import { argumentsOf } from '../support/arguments.ts'
import { generated, generatedIds } from './generated.ts'
import { ownWaggle } from './own-waggle.ts'
import { replay } from './replay.ts'
import { summary, table } from './table.ts'

const usage =
  'npm run replay-evening -- <evening> [--speed 50 | max] [--url <address> --key <API key>]'
const { values, words } = argumentsOf(usage, { values: ['speed', 'url', 'key'], words: [0, 1] })

const speed = values.speed === 'max' ? 0 : Number(values.speed ?? 50)
const evening = eveningOf(words[0] ?? '')
if (typeof evening === 'string') fail(evening)
// Slower than real time, every game would be later than the previous one, like a growing backlog.
else if (!(speed === 0 || speed >= 1)) fail('--speed must be a number of at least 1, or max')
else if (values.url && !values.key) fail('--url needs --key, an API key of that Waggle')
else await run(evening)

async function run(evening: Evening): Promise<void> {
  const { url, key } = values
  const waggle = url && key ? { url, key, stop: async () => {} } : await ownWaggle()
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= waggle.stop())
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stop().finally(() => process.exit(1)))
  }
  try {
    const { id } = evening.tournament
    const say = (line: string) => console.log(line)
    const replayed = await replay({ evening, url: waggle.url, key: waggle.key, speed, say })
    for (const line of replayed.byHand) console.log(`by hand: ${line}`)
    if (replayed.differences.length > 0) console.log(`\n${table(replayed.differences)}\n`)
    console.log(summary(String(id), replayed))
    process.exitCode = replayed.differences.length > 0 ? 1 : 0
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error))
  } finally {
    await stop()
  }
}

function eveningOf(id: string): Evening | string {
  const generatedId = generatedIds.find((name) => name === id)
  if (generatedId) return generated(generatedId)
  const recordedId = eveningIds.find((name) => name === id)
  if (!recordedId) return `Name an evening: ${[...eveningIds, ...generatedIds].join(', ')}`
  if (recordings()) return recorded(recordedId)
  return 'There are no recordings beside the repository and none in WAGGLE_RECORDINGS.'
}

function fail(reason: string): void {
  console.error(reason)
  process.exitCode = 1
}
