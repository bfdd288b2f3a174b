import { say } from '#events/messages/message.ts'
import type { Argument, Message } from '#events/messages/message.ts'
import { inWords } from '#events/messages/wordings.ts'
import { languageOf } from '#events/text/languages.ts'
import { linkValidity } from '#events/text/link-validity.ts'
import type { Mail } from './mail.ts'

type Words = Omit<Mail, 'to'>
type Validity = Parameters<typeof linkValidity>[1]

/** The mails in the language of the page that requested them. */
export function mailsFor({ headers }: { headers: { 'accept-language'?: string | undefined } }) {
  const language = languageOf(headers['accept-language'])
  const words = (subject: Message, text: Message): Words => ({
    subject: inWords(language, subject),
    text: inWords(language, text),
  })
  const within = (kind: Validity): Argument => linkValidity(language, kind)
  const nobody = say('mailNobody')
  return {
    confirm: (link: string) =>
      words(
        say('mailConfirmSubject'),
        say('mailConfirm', { link, nobody, within: within('confirm') }),
      ),
    knownAddress: (link: string) =>
      words(say('mailKnownAddressSubject'), say('mailKnownAddress', { link, nobody })),
    reset: (link: string) =>
      words(say('mailResetSubject'), say('mailReset', { link, nobody, within: within('reset') })),
    resetLink: (by: string) =>
      words(
        say('mailResetLinkSubject'),
        say('mailResetLink', {
          by,
          nobodyOpened: say('mailNobodyOpened'),
          within: within('reset'),
        }),
      ),
    newEmail: (link: string) =>
      words(
        say('mailNewEmailSubject'),
        say('mailNewEmail', { link, nobody, within: within('newEmail') }),
      ),
    takenEmail: (link: string) =>
      words(say('mailTakenEmailSubject'), say('mailTakenEmail', { link, nobody })),
    leftEmail: () => words(say('mailLeftEmailSubject'), say('mailLeftEmail')),
    password: () => words(say('mailPasswordSubject'), say('mailPassword')),
    placeFree: (name: string, until: string, link: string) =>
      words(say('mailPlaceFreeSubject', { name }), say('mailPlaceFree', { name, until, link })),
    invitation: (scene: string, role: 'admin' | 'tournament', link: string) =>
      words(
        say('mailInvitationSubject', { scene }),
        say('mailInvitation', {
          scene,
          role: say(role === 'admin' ? 'mailAdmin' : 'mailOfficial'),
          link,
          nobody,
          within: within('invitation'),
        }),
      ),
  }
}
export type Mails = ReturnType<typeof mailsFor>
