import { fetchInTime } from '../core/fetch-in-time.ts'

const againMs = 5_000
const nightHour = 4
const longMs = 2 * 60 * 60_000
let isReloading = false

/** Loads this page again once the server answers: a browser's own error page stays for ever. */
export async function reloadSafely(): Promise<void> {
  if (isReloading) return
  isReloading = true
  for (;;) {
    const answer = await fetchInTime(location.href, { cache: 'no-store' }).catch(() => null)
    if (answer?.ok) break
    await new Promise((resolve) => setTimeout(resolve, againMs))
  }
  location.reload()
}

/** The mark of the page that the server gives now: another one is another build of the console. */
export async function buildNow(): Promise<string | null> {
  const answer = await fetchInTime('/display', { method: 'HEAD', cache: 'no-store' }).catch(
    () => null,
  )
  return answer?.ok ? answer.headers.get('etag') : null
}

/** In the small hours every display begins afresh, whatever it has gathered. */
export function isNightly(now: Date, openedAt: number): boolean {
  return now.getHours() === nightHour && now.getTime() - openedAt > longMs
}
