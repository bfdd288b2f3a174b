import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts tokens, so that the database alone does not reveal them (R-CL-9). */
export type Encryption = {
  /** `about` is authenticated: encrypted for one purpose, it cannot be decrypted for another */
  encrypt(text: string, about: string): string
  /** null: encrypted with another key or for another purpose, or altered */
  decrypt(sealed: string, about: string): string | null
  /** a secret code that is always the same for the same `about`, for printing on paper */
  codeOf(about: string): string
}

const format = 'a1'
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
      const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      const bytes = Buffer.concat([iv, cipher.getAuthTag(), ciphertext])
      return `${format}.${bytes.toString('base64url')}`
    },
    codeOf(about) {
      const digest = createHmac('sha256', key).update(`code ${about}`).digest('base64url')
      return digest.slice(0, codeLength)
    },
    decrypt(sealed, about) {
      const [prefix, body = ''] = sealed.split('.')
      const bytes = Buffer.from(body, 'base64url')
      if (prefix !== format || bytes.length < ivBytes + tagBytes) return null
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes))
        decipher.setAAD(Buffer.from(about))
        decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
        const ciphertext = bytes.subarray(ivBytes + tagBytes)
        return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
  }
}
