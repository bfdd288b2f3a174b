// The code of a team is what a phone has scanned; it is kept on this device alone.
const key = (team: number) => `waggle:team-code:${team}`

/** From behind the `#` of the address, which is cleaned of it; else what was kept. */
export function ownCode(team: number): string | null {
  const scanned = /^#code=([\w-]+)$/.exec(location.hash)?.[1]
  try {
    if (scanned) {
      localStorage.setItem(key(team), scanned)
      history.replaceState(history.state, '', location.pathname)
    }
    return localStorage.getItem(key(team))
  } catch {
    return scanned ?? null
  }
}
