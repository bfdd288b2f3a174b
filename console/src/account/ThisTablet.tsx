import { Group } from '@mantine/core'
import form from '../ui/Form.module.css'
import { PressAgain } from '../ui/PressAgain.tsx'
import { devices } from '../core/text/devices.ts'
import { signOut } from '../core/session-user.ts'
import type { PairedTablet } from '../core/session-user.ts'

const words = devices.account

/** A paired tablet has no account. Signing out is the only action here. */
export function ThisTablet({ name, cabinetName }: PairedTablet) {
  return (
    <section className={form.section}>
      <h2>{name}</h2>
      <p className={form.lead}>{words.lead(cabinetName)}</p>
      <Group gap="sm">
        <PressAgain
          label={words.signOut}
          again={words.signOutAgain}
          onSure={() => void signOut()}
        />
      </Group>
    </section>
  )
}
