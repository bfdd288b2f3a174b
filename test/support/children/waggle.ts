// All services in one process, which may share its servers with other processes. Prints `at <url>`
// when it accepts requests.
import { startWaggle } from '#services/index.ts'

const { DATABASE_URL = '', NATS_URL = '', STREAMS = '', ADMIN_KEY = '' } = process.env
const waggle = await startWaggle({
  databaseUrl: DATABASE_URL,
  natsUrl: NATS_URL,
  streams: STREAMS,
  adminKey: ADMIN_KEY,
  port: 0,
  requestsPerMinute: 0,
  cabinetRateLimit: { perSecond: 1_000_000, burst: 1_000_000 },
  stripe: null,
  quiet: true,
})
process.once('SIGTERM', () => {
  void waggle.stop().then(() => process.exit(0))
})
console.log(`at ${waggle.url} `)
