import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildOf } from './build.ts'
import type { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Labels are rooms, kinds and route patterns, never names or ids of persons (P19). */
type Labels = Record<string, string>
type Definition = { help: string; labels: string[] }

const histograms = {
  waggle_http_request_seconds: {
    help: 'Time from a request to its answer',
    labels: ['method', 'route', 'status'],
  },
  waggle_append_seconds: { help: 'Time until the log has acknowledged a commit', labels: [] },
  waggle_projection_seconds: {
    help: 'Time until the rows of a batch can be read',
    labels: ['follower'],
  },
} satisfies Record<string, Definition>

const counters = {
  waggle_commands_total: { help: 'Commands that were decided', labels: ['type', 'outcome'] },
  waggle_frames_total: { help: 'Frames of tournaments that viewers were sent', labels: [] },
  waggle_spans_dropped_total: { help: 'Spans that were not sent, as too many waited', labels: [] },
  waggle_cabinet_events_total: { help: 'Cabinet events that were stored', labels: [] },
} satisfies Record<string, Definition>

const gauges = {
  waggle_build_info: { help: 'Always 1: what runs here', labels: ['version', 'commit'] },
  waggle_viewers: { help: 'Sockets that watch', labels: [] },
  waggle_cabinet_clients: { help: 'Sockets of cabinets', labels: [] },
  waggle_position: { help: 'How far a follower has read a log', labels: ['follower', 'pair'] },
  waggle_database_connections: { help: 'Connections to Postgres', labels: ['state'] },
  waggle_line_red: { help: '1: this line of "Is it all right?" is red', labels: ['line'] },
} satisfies Record<string, Definition>

type GaugeName = keyof typeof gauges
type GaugeValues = [labels: Labels, value: number][]
type Instruments = {
  registry: Registry
  histograms: Record<string, Histogram>
  counters: Record<string, Counter>
  gauges: Record<string, Gauge>
}

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const readings = new Set<{ name: GaugeName; read: () => GaugeValues }>()
/** Undefined while metrics are not served; then nothing is counted. */
let instruments: Instruments | undefined

export function observe(name: keyof typeof histograms, ms: number, labels: Labels = {}): void {
  instruments?.histograms[name]?.observe(labels, ms / 1000)
}

export function count(name: keyof typeof counters, labels: Labels = {}, n = 1): void {
  instruments?.counters[name]?.inc(labels, n)
}

/**
 * Registers a reader, called at each scrape. Readers of the same name are added up. Returns an end
 * function.
 */
export function gauge(name: GaugeName, read: () => GaugeValues): () => void {
  const reading = { name, read }
  readings.add(reading)
  return () => readings.delete(reading)
}

async function openInstruments(): Promise<Instruments> {
  const { default: prom } = await import('prom-client')
  const registry = new prom.Registry()
  prom.collectDefaultMetrics({ register: registry })
  const all = <T>(defs: Record<string, Definition>, make: (name: string, def: Definition) => T) =>
    Object.fromEntries(Object.entries(defs).map(([name, def]) => [name, make(name, def)]))
  const options = (name: string, { help, labels: labelNames }: Definition) => {
    return { name, help, labelNames, registers: [registry] }
  }
  return {
    registry,
    histograms: all(histograms, (name, def) => {
      return new prom.Histogram({ ...options(name, def), buckets })
    }),
    counters: all(counters, (name, def) => new prom.Counter(options(name, def))),
    gauges: all(gauges, (name, def) => new prom.Gauge(options(name, def))),
  }
}

async function text({ registry, gauges }: Instruments): Promise<string> {
  for (const each of Object.values(gauges)) each.reset()
  const { version, commit } = buildOf()
  gauges['waggle_build_info']?.set({ version, commit: commit ?? '' }, 1)
  for (const { name, read } of readings) {
    for (const [labels, value] of read()) gauges[name]?.inc(labels, value)
  }
  return registry.metrics()
}

type MetricsAddress = { host: string; port: number }

/**
 * An empty `METRICS_PORT`, or 0, disables metrics. By default they are served only to this machine;
 * `METRICS_HOST` changes that.
 */
export function metricsAddress(
  { METRICS_PORT: port, METRICS_HOST: host }: NodeJS.ProcessEnv,
  defaultPort: number,
): MetricsAddress | null {
  const effectivePort = port === undefined ? defaultPort : Number(port)
  return effectivePort > 0 ? { host: host || '127.0.0.1', port: effectivePort } : null
}

/** Serves metrics on a separate port, so that users of the service cannot reach them. */
export async function serveMetrics({ host, port }: MetricsAddress) {
  const opened = await openInstruments()
  instruments = opened
  const server = createServer(({ method, url }, response) => {
    if (method !== 'GET' || url !== '/metrics') return void response.writeHead(404).end()
    text(opened).then(
      (body) => response.writeHead(200, { 'content-type': opened.registry.contentType }).end(body),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  server.unref()
  const { port: actualPort } = server.address() as AddressInfo
  const close = async () => {
    if (instruments === opened) instruments = undefined
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://${host}:${actualPort}/metrics`, close }
}
