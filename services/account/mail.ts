import { sendBySmtp } from './smtp.ts'

export type Mail = { to: string; subject: string; text: string }
export type Mailer = (letter: Mail) => Promise<void>

/** By `SMTP_URL` (`smtp://user:password@host:587`, `smtps://…`, or `console`); null: no mail is sent. */
export function mailerFrom(env: NodeJS.ProcessEnv): Mailer | null {
  const { SMTP_URL: url, MAIL_FROM: from } = env
  if (!url) return null
  if (!env['PUBLIC_URL']) {
    throw new Error('SMTP_URL is set, but not PUBLIC_URL: mails would not know where to lead.')
  }
  if (url === 'console') return onConsole
  if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol)) {
    throw new Error('SMTP_URL has to be smtp://…, smtps://… or console')
  }
  if (!from) throw new Error('SMTP_URL is set, but not MAIL_FROM: who do mails come from?')
  return (letter) => sendBySmtp(new URL(url), from, letter)
}

/** Prints mails to standard output, which is no log, for trying things out. */
async function onConsole({ to, subject, text }: Mail): Promise<void> {
  process.stdout.write(`\nMail to ${to}\n${subject}\n\n${text}\n`)
}
