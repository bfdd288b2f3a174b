import { createTransport } from 'nodemailer'
import type { Mail } from './mail.ts'

const timeoutMs = 20_000
const here = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/

/** One mail, one connection. What the server answers can name the receiver: only its number is told. */
export async function sendBySmtp(url: URL, from: string, letter: Mail): Promise<void> {
  const isWhole = url.protocol === 'smtps:'
  const post = createTransport({
    host: url.hostname,
    port: Number(url.port) || (isWhole ? 465 : 587),
    secure: isWhole,
    // A password goes over an open line within this machine only.
    requireTLS: !isWhole && url.username !== '' && !here.test(url.hostname),
    ...(url.username && { auth: { user: said(url.username), pass: said(url.password) } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const { to, subject, text } = letter
  const headers = { 'Auto-Submitted': 'auto-generated' }
  const mail = { from, to: { name: '', address: to }, subject, text, headers }
  const refused = await post
    .sendMail({ ...mail, textEncoding: 'base64' })
    .then(() => null, numberOf)
    .finally(() => post.close())
  if (refused !== null) throw new Error(`SMTP ${refused}`)
}

function numberOf({ responseCode, code }: { responseCode?: number; code?: string }) {
  return responseCode ?? code ?? 'failed'
}

function said(part: string): string {
  return decodeURIComponent(part)
}
