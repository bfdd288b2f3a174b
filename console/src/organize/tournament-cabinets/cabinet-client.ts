type Client = { sceneName: string; cabinetName: string; token: string; origin: string }

/** The contents of `config.json` for a cabinet's client. */
export function clientConfig({ origin, ...cabinet }: Client): string {
  const url = `${origin.replace(/^http/, 'ws')}/ws/stats_listener/v3`
  return JSON.stringify({
    cabinets: [{ ...cabinet, url: 'ws://kq.local:12749' }],
    servers: [{ name: 'Waggle', url }],
  })
}

/** All time zones the browser knows, including its own. */
export function timeZones(): { own: string; all: string[] } {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const zones = new Set(['UTC', own, ...Intl.supportedValuesOf('timeZone')])
  return { own, all: [...zones].toSorted() }
}
