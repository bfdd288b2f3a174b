import { formats } from '../text/locale.ts'

/** 20:14:07, by the clock of this device */
export function timeOfDay(at: Date): string {
  return at.toLocaleTimeString(formats)
}
