import { useLoaderData } from '@tanstack/react-router'
import { Icon } from '../../ui/Icon.tsx'
import { devices } from '../../core/text/shell.ts'
import { useUser } from '../../core/session-user.ts'
import styles from './DeviceSign.module.css'

const text = devices.sign

/** Warns that this device may not do all that is shown (R-PE-4). `cabinet`: the one shown. */
export default function DeviceSign({ cabinet }: { cabinet?: number }) {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const user = useUser()
  if (user.state !== 'in') return null
  const { paired, readOnlyIn } = user.person
  if (readOnlyIn.includes(tournament.scene.id)) return <Sign>{text.onlyLooks}</Sign>
  if (!paired || cabinet === undefined || cabinet === paired.cabinet) return null
  return <Sign>{text.elsewhere(paired.name, paired.cabinetName)}</Sign>
}

function Sign({ children }: { children: string }) {
  return (
    <strong className={styles.sign} title={children}>
      <Icon name="warning" size={18} />
      <span className={styles.words}>{children}</span>
    </strong>
  )
}
