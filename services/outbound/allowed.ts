import type { NetworkAccess } from './get.ts'

/**
 * Lets webhooks and chat channels reach what the operator allows in `WEBHOOK_ADDRESSES`, such as a
 * receiver on this machine: exact addresses with their ports, `127.0.0.1:8090, [::1]:8090`. Link
 * previews stay limited to the public internet.
 */
export function allowing(
  network: NetworkAccess,
  setting = process.env['WEBHOOK_ADDRESSES'] ?? '',
): NetworkAccess {
  const allowed = new Set(setting.split(/[\s,]+/).filter((part) => part !== ''))
  const mayReach: NetworkAccess['mayReach'] = (address, port) => {
    const host = address.includes(':') ? `[${address}]` : address
    return network.mayReach(address, port) || allowed.has(`${host}:${port}`)
  }
  return { ...network, mayReach }
}
