import { fetchInTime } from '../core/connection/fetch-in-time.ts'
import { pause } from '../core/time/clock.ts'

const retryMs = 5_000
const nightHour = 4
const minOpenMs = 2 * 60 * 60_000
let isReloading = false

/** Reloads the page once the server answers, since a browser's error page would stay forever. */
export async function reloadSafely(): Promise<void> {
  if (isReloading) return
  isReloading = true
  for (;;) {
    const answer = await fetchInTime(location.href, { cache: 'no-store' }).catch(() => null)
    if (answer?.ok) break
    await pause(retryMs)
  }
  location.reload()
}

/** The ETag of the page the server serves now. It changes with every build of the console. */
export async function servedBuild(): Promise<string | null> {
  const answer = await fetchInTime('/display', { method: 'HEAD', cache: 'no-store' }).catch(
    () => null,
  )
  return answer?.ok ? answer.headers.get('etag') : null
}

/** Whether a display is due for its nightly reload, which clears anything it has accumulated. */
export function isNightly(now: Date, openedAt: number): boolean {
  return now.getHours() === nightHour && now.getTime() - openedAt > minOpenMs
}
