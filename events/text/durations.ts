const two = (n: number) => String(n).padStart(2, '0')

/** m:ss */
export function minutes(seconds: number): string {
  const wholeSeconds = Math.max(0, Math.floor(seconds))
  return `${Math.floor(wholeSeconds / 60)}:${two(wholeSeconds % 60)}`
}

/** h:mm:ss, below an hour m:ss */
export function hours(seconds: number): string {
  const wholeSeconds = Math.max(0, Math.floor(seconds))
  if (wholeSeconds < 3_600) return minutes(wholeSeconds)
  return `${Math.floor(wholeSeconds / 3_600)}:${minutes(wholeSeconds % 3_600).padStart(5, '0')}`
}
