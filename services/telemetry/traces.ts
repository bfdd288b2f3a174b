import { createHash } from 'node:crypto'
import type { Attributes, Tracer } from '@opentelemetry/api'

type SpanRecord = {
  /** what was done, by kind: never a name or an id of anybody (P19) */
  name: string
  /** by `performance.now()` */
  startMs: number
  endMs: number
  attributes?: Attributes
  /** the press itself, which the other spans stand under */
  isPress?: boolean
}
type Traces = { record(trace: string, span: SpanRecord): void; stop(): Promise<void> }

/** Undefined where no endpoint is configured: then no library is loaded and nothing is recorded. */
let traces: Traces | undefined

export function isTraced(): boolean {
  return traces !== undefined
}

/**
 * A part of the work for a command, told when it is over. The trace is the command's public id, which every room
 * has or can work out: so nothing has to travel with a commit, and stored events stay as they are.
 */
export function span(publicId: string, record: SpanRecord): void {
  traces?.record(publicId, record)
}

/** Where `OTEL_EXPORTER_OTLP_ENDPOINT` names one; the other variables are those of OpenTelemetry. */
export async function startTraces(env: NodeJS.ProcessEnv, service: string): Promise<void> {
  if (traces || !env['OTEL_EXPORTER_OTLP_ENDPOINT'] || env['OTEL_SDK_DISABLED'] === 'true') return
  traces = await openTraces(env['OTEL_SERVICE_NAME'] || service)
}

/** What was recorded is sent before the process ends. */
export async function stopTraces(): Promise<void> {
  const open = traces
  traces = undefined
  await open?.stop().catch(() => {})
}

async function openTraces(service: string): Promise<Traces> {
  const [api, sdk, exporter, resources] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const ids = openIds(new sdk.RandomIdGenerator())
  const provider = new sdk.TracerProvider({
    idGenerator: ids,
    resource: resources.resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: new exporter.OTLPTraceExporter(),
        scheduledDelayMillis: 1_000,
      }),
    ],
  })
  const tracer: Tracer = provider.getTracer('waggle')
  return {
    record(traceId, { name, startMs, endMs, attributes = {}, isPress = false }) {
      const spanId = pressOf(traceId)
      const options = { startTime: performance.timeOrigin + startMs, attributes }
      const parent = { traceId, spanId, traceFlags: api.TraceFlags.SAMPLED, isRemote: true }
      const started = isPress
        ? ids.with({ traceId, spanId }, () => tracer.startSpan(name, { ...options, root: true }))
        : tracer.startSpan(name, options, api.trace.setSpanContext(api.ROOT_CONTEXT, parent))
      started.end(performance.timeOrigin + endMs)
    },
    stop: () => provider.shutdown(),
  }
}

type Ids = { traceId: string; spanId: string }

/** Random ones, but for a press: those are worked out. */
function openIds(random: { generateTraceId(): string; generateSpanId(): string }) {
  let given: Ids | undefined
  return {
    generateTraceId: () => given?.traceId ?? random.generateTraceId(),
    generateSpanId: () => given?.spanId ?? random.generateSpanId(),
    with<T>(ids: Ids, work: () => T): T {
      given = ids
      try {
        return work()
      } finally {
        given = undefined
      }
    },
  }
}

/** The id of the span that stands for the press: everybody who knows the trace knows it. */
function pressOf(traceId: string): string {
  return createHash('sha256').update(`press of ${traceId}`).digest('hex').slice(0, 16)
}
