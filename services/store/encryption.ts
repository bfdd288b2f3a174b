import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts tokens, so that the database alone does not reveal them (R-CL-9). */
export type Encryption = {
  /** `about` is authenticated: encrypted for one purpose, it cannot be decrypted for another */
  encrypt(text: string, about: string): string
  /** null: encrypted with another key or for another purpose, or altered */
  decrypt(sealed: string, about: string): string | null
  /** always the same for the same, and to be known by nobody else: a code on paper */
  codeOf(about: string): string
}

const form = 'a1'
const ivBytes = 12
const tagBytes = 16
const codeLength = 16

/** Null without a secret: nothing can be encrypted or decrypted then. */
export function openEncryption(secret: string | undefined): Encryption | null {
  if (!secret) return null
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'waggle sealed in kept', 32))
  return {
    encrypt(text, about) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      cipher.setAAD(Buffer.from(about))
      const inside = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      const whole = Buffer.concat([iv, cipher.getAuthTag(), inside])
      return `${form}.${whole.toString('base64url')}`
    },
    codeOf(about) {
      const whole = createHmac('sha256', key).update(`code ${about}`).digest('base64url')
      return whole.slice(0, codeLength)
    },
    decrypt(sealed, about) {
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
