import { keptText } from './storage/storage.ts'

/** A random UUID. `crypto.randomUUID` exists on https only, which a venue often does not have. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/**
 * A name with four random characters that this browser keeps, so that officials can tell devices
 * apart.
 */
export function deviceName(): string {
  return keptText('waggle:device', `console-${newId().slice(0, 4)}`) ?? 'console'
}
