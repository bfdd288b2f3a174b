/**
 * Proxies that are trusted to report client addresses and https: none, all, or a list of addresses
 * (`uniquelocal` and `loopback` are named ranges).
 */
export function trustedProxies(proxies: boolean | string | undefined): boolean | string {
  if (!proxies || proxies === 'false') return false
  return proxies === 'true' || proxies
}
