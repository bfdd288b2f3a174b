const minute = 60_000

/** At most so many times in any minute for each who asks; the time comes with the question. */
export function perMinute(most: number): (who: string, now: number) => boolean {
  const times = new Map<string, number[]>()
  return (who, now) => {
    for (const [each, all] of times) {
      if ((all.at(-1) ?? 0) <= now - minute) times.delete(each)
    }
    const lately = (times.get(who) ?? []).filter((time) => time > now - minute)
    if (lately.length >= most) return false
    times.set(who, [...lately, now])
    return true
  }
}
