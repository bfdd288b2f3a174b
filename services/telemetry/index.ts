// What a process counts and how long its work takes: metrics for Prometheus, spans for
// OpenTelemetry. Neither library is loaded where nobody asked for it.
export { answerCount } from './answer-count.ts'
export { openFollowerStatus } from './follower.ts'
export type { Reached } from './follower.ts'
export { count, gauge, metricsAddress, observe, serveMetrics } from './metrics.ts'
export { isTraced, span, startTraces, stopTraces } from './traces.ts'
