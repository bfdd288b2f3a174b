import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Keeps what others must not read, even who has the database (R-CL-9). */
export type Seal = {
  /** `about` belongs to it: sealed for one thing, it does not open for another */
  close(text: string, about: string): string
  /** null: made with another key, for another thing, or altered */
  open(sealed: string, about: string): string | null
}

const form = 'a1'
const ivBytes = 12
const tagBytes = 16

/** Null without a secret: nothing can be sealed then, and nothing opened. */
export function openSeal(secret: string | undefined): Seal | null {
  if (!secret) return null
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'waggle sealed in kept', 32))
  return {
    close(text, about) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      cipher.setAAD(Buffer.from(about))
      const inside = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      const whole = Buffer.concat([iv, cipher.getAuthTag(), inside])
      return `${form}.${whole.toString('base64url')}`
    },
    open(sealed, about) {
      const [found, body = ''] = sealed.split('.')
      const whole = Buffer.from(body, 'base64url')
      if (found !== form || whole.length < ivBytes + tagBytes) return null
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, whole.subarray(0, ivBytes))
        decipher.setAAD(Buffer.from(about))
        decipher.setAuthTag(whole.subarray(ivBytes, ivBytes + tagBytes))
        const inside = whole.subarray(ivBytes + tagBytes)
        return Buffer.concat([decipher.update(inside), decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
  }
}
