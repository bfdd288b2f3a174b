import { createTransport } from 'nodemailer'

const timeoutMs = 20_000
const localhost = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/

/**
 * Sends a mail over a new connection. Errors have only the SMTP code: the text may name the
 * receiver.
 */
export async function sendBySmtp(
  url: URL,
  from: string,
  { to, subject, text }: Mail,
): Promise<void> {
  const isTls = url.protocol === 'smtps:'
  const transport = createTransport({
    host: url.hostname,
    port: Number(url.port) || (isTls ? 465 : 587),
    secure: isTls,
    // A password is sent without TLS only within this machine.
    requireTLS: !isTls && url.username !== '' && !localhost.test(url.hostname),
    ...(url.username && {
      auth: { user: decodedPart(url.username), pass: decodedPart(url.password) },
    }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const headers = { 'Auto-Submitted': 'auto-generated' }
  const mail = { from, to: { name: '', address: to }, subject, text, headers }
  const refused = await transport
    .sendMail({ ...mail, textEncoding: 'base64' })
    .then(() => null, numberOf)
    .finally(() => transport.close())
  if (refused !== null) throw new Error(`SMTP ${refused}`)
}

function numberOf({ responseCode, code }: { responseCode?: number; code?: string }) {
  return responseCode ?? code ?? 'failed'
}

function decodedPart(part: string): string {
  return decodeURIComponent(part)
}

export type Mail = { to: string; subject: string; text: string }
export type Mailer = (mail: Mail) => Promise<void>

/**
 * Reads `SMTP_URL` (`smtp://user:password@host:587`, `smtps://…`, or `console`); null disables
 * mail.
 */
export function mailerFrom(env: NodeJS.ProcessEnv): Mailer | null {
  const { SMTP_URL: url, MAIL_FROM: from } = env
  if (!url) return null
  if (!env['PUBLIC_URL']) {
    throw new Error(
      'SMTP_URL is set, but PUBLIC_URL is not: links in e-mails would have no address.',
    )
  }
  if (url === 'console') return onConsole
  if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol)) {
    throw new Error('SMTP_URL must be smtp://…, smtps://… or console')
  }
  if (!from)
    throw new Error(
      'SMTP_URL is set, but MAIL_FROM is not: it has to name the sender of the e-mails.',
    )
  return (mail) => sendBySmtp(new URL(url), from, mail)
}

/** Prints mails to standard output, separate from the log, for trying things out. */
async function onConsole({ to, subject, text }: Mail): Promise<void> {
  process.stdout.write(`\nMail to ${to}\n${subject}\n\n${text}\n`)
}
