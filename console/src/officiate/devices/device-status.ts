import { timesInFull } from '../../core/time/times-in-full.ts'
import { clockIn } from '../../core/time/zone.ts'
import { devices as text } from '../../core/text/shell.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
// A device sends a heartbeat every minute.
const onlineMs = 2 * minuteMs
const wrongClockMs = 2_000
const lowBattery = 20

export type DeviceBody = {
  id: number
  name: string
  person: { id: number; name: string }
  rights: 'admin' | 'official' | 'cabinet'
  cabinet: number | null
  isReadOnly: boolean
  lastSeenAt: string
  lastWriteAt: string | null
  build: string
  clockOffsetMs: number | null
  health: {
    battery: number | null
    unsent: number
    latency: { p50: number; p95: number } | null
  } | null
  isThis: boolean
}

export function isHere({ lastSeenAt, isThis }: DeviceBody, now: number): boolean {
  return isThis || now - Date.parse(lastSeenAt) < onlineMs
}

export function lastSeenText(device: DeviceBody, now: number, zone: string): string {
  if (isHere(device, now)) return text.here
  const at = Date.parse(device.lastSeenAt)
  const ago = now - at
  if (ago < hourMs) return text.seenMinutes(Math.floor(ago / minuteMs))
  if (ago < dayMs) return text.seenHours(Math.floor(ago / hourMs))
  return text.seenOn(timesInFull(zone).dayOfMonth(at))
}

/** The last press; a press of today without its date. */
export function lastPressText({ lastWriteAt }: DeviceBody, now: number, zone: string): string {
  if (lastWriteAt === null) return text.neverPressed
  const at = Date.parse(lastWriteAt)
  const { day, time } = clockIn(zone)
  const isToday = day(new Date(at)) === day(new Date(now))
  return text.pressed(isToday ? time(at) : `${timesInFull(zone).dayOfMonth(at)} ${time(at)}`)
}

/** How far the device's clock is off; null: it is right, or unknown. */
export function wrongClockText({ clockOffsetMs }: DeviceBody): string | null {
  if (clockOffsetMs === null || Math.abs(clockOffsetMs) <= wrongClockMs) return null
  const seconds = Math.round(Math.abs(clockOffsetMs) / 1_000)
  return clockOffsetMs > 0 ? text.ahead(seconds) : text.behind(seconds)
}

/** The device's health; `isLow`: somebody has to do something about it (ux 22, ux 23). */
export function healthTexts({ health: report }: DeviceBody): { words: string; isLow: boolean }[] {
  if (!report) return []
  const { battery, unsent, latency } = report
  return [
    ...(battery === null ? [] : [{ words: text.battery(battery), isLow: battery <= lowBattery }]),
    ...(latency ? [{ words: text.latency(latency.p50, latency.p95), isLow: false }] : []),
    ...(unsent > 0 ? [{ words: text.unsent(unsent), isLow: true }] : []),
  ]
}
