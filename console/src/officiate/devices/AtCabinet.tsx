import { useEffect } from 'react'
import { to } from '../../core/addresses.ts'
import { rest, rowsPerPage } from '../../core/rest.ts'
import { useList } from '../../query/useList.ts'
import { devices } from '../../core/text/shell.ts'
import type { PairedTablet } from '../../core/session-user.ts'
import styles from './AtCabinet.module.css'

const text = devices.page
const pollMs = 10_000

type Props = {
  paired: PairedTablet
  /** opens the tournament immediately if there is exactly one */
  opensOnly?: boolean
}

/** Links for a paired tablet to the active tournaments that have its cabinet (R-PE-4). */
export default function AtCabinet({ paired, opensOnly = false }: Props) {
  const { scene, cabinet, name, cabinetName } = paired
  const query = { sceneId: scene, isActive: 'true', rowsPerPage } as const
  const { rows, failure } = useList(rest.get('/api/tournament/tournament/', query), {
    every: pollMs,
  })
  const here = rows?.filter(({ assignedCabinets }) => assignedCabinets.includes(cabinet)) ?? null
  const only = here?.length === 1 ? here[0]?.id : undefined
  useEffect(() => {
    if (opensOnly && only !== undefined) location.replace(addressOf(only, cabinet))
  }, [opensOnly, only, cabinet])
  return (
    <section className={styles.section}>
      <h2>{text.referee(name, cabinetName)}</h2>
      <div role="status">
        {here?.length === 0 && (
          <p>
            {text.none(cabinetName)} {text.looksAgain}
          </p>
        )}
        {here === null && failure !== null && (
          <p>
            {text.failedToLook} {text.looksAgain}
          </p>
        )}
      </div>
      {here && here.length > 0 && (
        <ul className={styles.list}>
          {here.map((tournament) => (
            <li key={tournament.id}>
              <a href={addressOf(tournament.id, cabinet)} className={styles.go}>
                <span className={styles.name}>{tournament.name}</span>
                <span>{text.to(cabinetName)}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function addressOf(tournament: number, cabinet: number): string {
  return `${to.admin(tournament, 'dashboard')}#${cabinet}`
}
