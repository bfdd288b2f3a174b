/**
 * Which proxies are believed about addresses and https: none, all, or those at these addresses
 * (`uniquelocal` and `loopback` are names of such).
 */
export function trustedProxies(proxies: boolean | string | undefined): boolean | string {
  if (!proxies || proxies === 'false') return false
  return proxies === 'true' || proxies
}
