import { Stack, Switch } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { rest } from '../core/rest.ts'
import type { BodyOf } from '../core/rest.ts'
import { loadUser } from '../core/session-user.ts'
import { useSaving } from '../query/useSaving.ts'
import { ProblemNote } from '../ui/ProblemNote.tsx'
import type { Me } from './sign-in/account-reads.ts'
import styles from '../ui/NarrowPage.module.css'
import { atCabinet } from '../play/at-cabinet/text.ts'
import { Section } from '../ui/page/Section.tsx'

const words = atCabinet.shown

/** Controls what others see of the user (R-PE-6). */
export function ProfileVisibility({ me: { id, shown } }: { me: Me }) {
  const { isSaving, problem, save, dismiss } = useSaving()
  if (!shown || id === null) return null

  const change = (body: BodyOf<'PATCH /api/user/me/'>) =>
    save(rest.patch('/api/user/me/', {}, body), loadUser)

  return (
    <Section title={words.title}>
      <Stack gap="sm">
        <Switch
          size="md"
          label={words.displayed}
          checked={!shown.doNotDisplay}
          disabled={isSaving}
          onChange={({ currentTarget }) => void change({ doNotDisplay: !currentTarget.checked })}
        />
        <Switch
          size="md"
          label={words.profile}
          checked={shown.isProfilePublic}
          disabled={isSaving || shown.doNotDisplay}
          onChange={({ currentTarget }) => void change({ isProfilePublic: currentTarget.checked })}
        />
        {shown.isProfilePublic && !shown.doNotDisplay && (
          <Link to="/player/$id" params={{ id: `${id}` }} className={styles.link}>
            {words.page}
          </Link>
        )}
      </Stack>
      <ProblemNote problem={problem} title={words.failed} onDismiss={dismiss} />
    </Section>
  )
}
