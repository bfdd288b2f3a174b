import type { FastifyInstance } from 'fastify'
import { metricsAddress, serveMetrics, startTraces, stopTraces } from '../../telemetry/index.ts'

/**
 * Starts metrics and traces as configured by the environment. A failure does not stop the service.
 */
export async function startTelemetry(
  web: FastifyInstance,
  service: string,
  defaultPort: number,
): Promise<void> {
  await startTraces(process.env, `waggle-${service}`)
  web.addHook('onClose', stopTraces)
  const address = metricsAddress(process.env, defaultPort)
  if (!address) return
  try {
    const { url, close } = await serveMetrics(address)
    web.addHook('onClose', close)
    web.log.debug({ url }, 'metrics')
  } catch (error) {
    web.logError('metrics', error)
  }
}
