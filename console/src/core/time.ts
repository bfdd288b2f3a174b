import { formats } from './text/locale.ts'

/** 20:14:07, by the clock of this device */
export function timeOfDay(at: Date): string {
  return at.toLocaleTimeString(formats)
}

/** m:ss */
export function minutes(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** h:mm:ss, below an hour m:ss */
export function hours(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  if (whole < 3_600) return minutes(whole)
  return `${Math.floor(whole / 3_600)}:${minutes(whole % 3_600).padStart(5, '0')}`
}
