import { Group } from '@mantine/core'
import { PressAgain } from '../ui/PressAgain.tsx'
import { devices } from '../core/text/account/devices.ts'
import { signOut } from '../core/session-user.ts'
import type { PairedTablet } from '../core/session-user.ts'
import { Section } from '../ui/page/Section.tsx'

const words = devices.account

/** A paired tablet has no account. Signing out is the only action here. */
export function ThisTablet({ name, cabinetName }: PairedTablet) {
  return (
    <Section title={name} lead={words.lead(cabinetName)}>
      <Group gap="sm">
        <PressAgain
          label={words.signOut}
          again={words.signOutAgain}
          onSure={() => void signOut()}
        />
      </Group>
    </Section>
  )
}
