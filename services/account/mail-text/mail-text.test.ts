import { expect, test } from 'vitest'
import { linkValidity } from '../../../events/text/link-validity.ts'
import { mailsFor } from './index.ts'

test.each(['en', 'es', 'he'] as const)('a mail says how long its link works, in %s', (language) => {
  const mails = mailsFor({ headers: { 'accept-language': language } })
  const link = 'https://waggle.example/link'
  const texts: [string, Parameters<typeof linkValidity>[1]][] = [
    [mails.confirm(link).text, 'confirm'],
    [mails.newEmail(link).text, 'newEmail'],
    [mails.reset(link).text, 'reset'],
    [mails.resetLink('Ann').text, 'reset'],
    [mails.invitation('Hive', 'admin', link).text, 'invitation'],
  ]
  for (const [text, kind] of texts) expect(text).toContain(linkValidity(language, kind))
})
