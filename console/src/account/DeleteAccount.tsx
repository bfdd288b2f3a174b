import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { rest } from '../core/rest.ts'
import { account } from '../core/text/account.ts'
import { useSaving } from '../query/useSaving.ts'
import { Confirm } from '../ui/Confirm.tsx'
import { ProblemNote } from '../ui/ProblemNote.tsx'
import type { Me } from './sign-in/account-reads.ts'
import { PasswordField } from './sign-in/Fields.tsx'
import { Section } from '../ui/page/Section.tsx'

const words = account.deletion

/** Deletes the account and everything personal (P20). Results stay, without the name. */
export function DeleteAccount({ me }: { me: Me }) {
  const [current, setCurrent] = useState('')
  const [isAsking, setAsking] = useState(false)
  const { isSaving, problem, save, dismiss } = useSaving()

  const body = me.hasPassword ? { current } : {}
  const erase = () => save(rest.delete('/api/user/me/', {}, body), () => location.assign('/'))

  return (
    <Section title={words.title} lead={words.lead}>
      <Stack align="start">
        {me.hasPassword && (
          <PasswordField
            label={words.present}
            value={current}
            error={problem?.fields['current']}
            onChange={({ currentTarget }) => setCurrent(currentTarget.value)}
          />
        )}
        <ProblemNote problem={problem} title={words.failed} onDismiss={dismiss} />
        <Button
          variant="default"
          size="md"
          disabled={isSaving || (me.hasPassword && current === '')}
          onClick={() => setAsking(true)}
        >
          {words.button}
        </Button>
      </Stack>
      {isAsking && (
        <Confirm
          title={words.sure}
          reasons={[words.forEver, words.money]}
          yes={words.button}
          onYes={() => void erase()}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  )
}
