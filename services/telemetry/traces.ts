import { createHash, randomUUID } from 'node:crypto'
import type { Attributes, Tracer } from '@opentelemetry/api'
import { buildOf } from './build.ts'
import { count } from './metrics.ts'

type SpanRecord = {
  /** kind of the work, never a name or id of a person (P19) */
  name: string
  /** from `performance.now()` */
  startMs: number
  endMs: number
  attributes?: Attributes
  /** true for the press itself, the parent of the other spans */
  isPress?: boolean
}
type Traces = { record(trace: string, span: SpanRecord): void; stop(): Promise<void> }

/** Undefined if no endpoint is configured; then no library is loaded and nothing is recorded. */
let traces: Traces | undefined

export function isTraced(): boolean {
  return traces !== undefined
}

/**
 * Records a finished part of the work on a command. The trace id is the command's public id, which
 * every room can compute, so that commits need no trace data.
 */
export function span(publicId: string, record: SpanRecord): void {
  traces?.record(publicId, record)
}

/** Starts tracing if `OTEL_EXPORTER_OTLP_ENDPOINT` is set; other variables are OpenTelemetry's. */
export async function startTraces(env: NodeJS.ProcessEnv, service: string): Promise<void> {
  if (traces || !env['OTEL_EXPORTER_OTLP_ENDPOINT'] || env['OTEL_SDK_DISABLED'] === 'true') return
  // The library does not read this one itself.
  const maxQueueSize = Number(env['OTEL_BSP_MAX_QUEUE_SIZE']) || 2_048
  traces = await openTraces(env['OTEL_SERVICE_NAME'] || service, maxQueueSize)
}

/** Sends the remaining spans before the process ends. */
export async function stopTraces(): Promise<void> {
  const open = traces
  traces = undefined
  await open?.stop().catch(() => {})
}

async function openTraces(service: string, maxQueueSize: number): Promise<Traces> {
  const [api, sdk, exporter, resources] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  api.diag.setLogger(reporter(), api.DiagLogLevel.WARN)
  const ids = openIds(new sdk.RandomIdGenerator())
  const provider = new sdk.TracerProvider({
    idGenerator: ids,
    resource: resources.resourceFromAttributes({
      'service.name': service,
      'service.version': versionOf(buildOf()),
      'service.instance.id': randomUUID(),
    }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: new exporter.OTLPTraceExporter(),
        scheduledDelayMillis: 1_000,
        maxQueueSize,
        maxExportBatchSize: Math.min(maxQueueSize, 512),
      }),
    ],
  })
  const tracer: Tracer = provider.getTracer('waggle')
  return {
    record(traceId, { name, startMs, endMs, attributes = {}, isPress = false }) {
      const spanId = pressSpanId(traceId)
      const kind = isPress ? api.SpanKind.SERVER : api.SpanKind.INTERNAL
      const options = { startTime: performance.timeOrigin + startMs, attributes, kind }
      const parent = { traceId, spanId, traceFlags: api.TraceFlags.SAMPLED, isRemote: true }
      const started = isPress
        ? ids.with({ traceId, spanId }, () => tracer.startSpan(name, { ...options, root: true }))
        : tracer.startSpan(name, options, api.trace.setSpanContext(api.ROOT_CONTEXT, parent))
      started.end(performance.timeOrigin + endMs)
    },
    stop: () => provider.shutdown().finally(() => api.diag.disable()),
  }
}

function versionOf({ version, commit }: ReturnType<typeof buildOf>): string {
  return commit === null ? version : `${version}+${commit}`
}

const reportIntervalMs = 60_000
const dropped = /^Dropped (\d+) spans/

/** Says what the library would keep to itself, such as spans that it drops; once a minute. */
function reporter() {
  let saidAt = -Infinity
  const say = (message: string): void => {
    count('waggle_spans_dropped_total', {}, Number(dropped.exec(message)?.[1] ?? 0))
    if (performance.now() - saidAt < reportIntervalMs) return
    saidAt = performance.now()
    const [line = ''] = message.split('\n')
    console.warn(`Traces: ${line.slice(0, 200)}`)
  }
  const ignore = (): void => {}
  return { error: say, warn: say, info: ignore, debug: ignore, verbose: ignore }
}

type Ids = { traceId: string; spanId: string }

/** Generates random ids, except for a press, whose ids are computed. */
function openIds(random: { generateTraceId(): string; generateSpanId(): string }) {
  let fixed: Ids | undefined
  return {
    generateTraceId: () => fixed?.traceId ?? random.generateTraceId(),
    generateSpanId: () => fixed?.spanId ?? random.generateSpanId(),
    with<T>(ids: Ids, work: () => T): T {
      fixed = ids
      try {
        return work()
      } finally {
        fixed = undefined
      }
    },
  }
}

/** The span id of the press, computed from the trace id. */
function pressSpanId(traceId: string): string {
  return createHash('sha256').update(`press of ${traceId}`).digest('hex').slice(0, 16)
}
