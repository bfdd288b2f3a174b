/** A name for addresses and clients, out of one for people; to be changed as one likes. */
export function plainName(displayName: string): string {
  const letters = displayName.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return (letters.match(/[a-z0-9_]+/g) ?? []).join('-').slice(0, 60)
}

type Client = { sceneName: string; cabinetName: string; token: string; origin: string }

/** What stands in the `config.json` of a cabinet's client. */
export function clientConfig({ origin, ...cabinet }: Client): string {
  const url = `${origin.replace(/^http/, 'ws')}/ws/stats_listener/v3`
  return JSON.stringify({
    cabinets: [{ ...cabinet, url: 'ws://kq.local:12749' }],
    servers: [{ name: 'Waggle', url }],
  })
}

/** All time zones a browser knows, its own among them. */
export function timeZones(): { own: string; all: string[] } {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const known = new Set(['UTC', own, ...Intl.supportedValuesOf('timeZone')])
  return { own, all: [...known].toSorted() }
}
