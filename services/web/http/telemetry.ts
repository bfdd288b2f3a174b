import type { FastifyInstance } from 'fastify'
import { metricsAddress, serveMetrics, startTraces, stopTraces } from '../../telemetry/index.ts'

/** Metrics and traces of a process, as its environment says. They never keep a service from its work. */
export async function openTelemetry(
  web: FastifyInstance,
  service: string,
  usualPort: number,
): Promise<void> {
  await startTraces(process.env, `waggle-${service}`)
  web.addHook('onClose', stopTraces)
  const address = metricsAddress(process.env, usualPort)
  if (!address) return
  try {
    const { url, close } = await serveMetrics(address)
    web.addHook('onClose', close)
    web.log.debug({ url }, 'metrics')
  } catch (error) {
    web.note('metrics', error)
  }
}
