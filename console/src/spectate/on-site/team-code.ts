// The code of a team, which a phone has scanned. It is stored on this device only.
import { storeText, storedText } from '../../core/storage/storage.ts'
import { teamCodeIn } from '../../core/team-code.ts'

const key = (team: number) => `waggle:team-code:${team}`

/** The code in the address's fragment, which is stored and removed; else the stored one. */
export function storedTeamCode(team: number): string | null {
  const scanned = teamCodeIn(location.hash)
  if (scanned && storeText(key(team), scanned))
    history.replaceState(history.state, '', location.pathname)
  return scanned ?? storedText(key(team))
}
