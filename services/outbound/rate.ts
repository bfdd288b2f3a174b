const minute = 60_000

/** Returns a check that allows each caller at most `max` uses in any minute. */
export function perMinute(max: number): (caller: string, now: number) => boolean {
  const times = new Map<string, number[]>()
  return (caller, now) => {
    for (const [each, all] of times) {
      if ((all.at(-1) ?? 0) <= now - minute) times.delete(each)
    }
    const recent = (times.get(caller) ?? []).filter((time) => time > now - minute)
    if (recent.length >= max) return false
    times.set(caller, [...recent, now])
    return true
  }
}
