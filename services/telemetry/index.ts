// Metrics for Prometheus and spans for OpenTelemetry. Each library is loaded only if it is enabled.
export { replyWithCount } from './answer-count.ts'
export { buildOf } from './build.ts'
export { openFollowerStatus } from './follower.ts'
export type { LogPosition } from './follower.ts'
export { count, gauge, metricsAddress, observe, serveMetrics } from './metrics.ts'
export { isTraced, span, startTraces, stopTraces } from './traces.ts'
