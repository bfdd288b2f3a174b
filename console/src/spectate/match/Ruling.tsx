import { useEffect, useState } from 'react'
import { standardSentences } from '../../../../events/describe/ruling-sentence.ts'
import type { MatchRow } from '../../../../events/schema/rows.ts'
import { read, rest } from '../../core/rest.ts'
import { publicText as text } from '../../core/text/spectate/public.ts'
import { matchText } from './text.ts'
import styles from './MatchPage.module.css'

/** The protest of a match or its ruling. The public sentence is in no frame and read separately. */
export function Ruling({ match }: { match: Pick<MatchRow, 'protest' | 'isProvisional'> }) {
  const { protest, isProvisional } = match
  const id = protest?.state === 'ruled' ? protest.id : null
  const [ruling, setRuling] = useState<{ id: number; sentence: string | null } | null>(null)
  useEffect(() => {
    if (id === null) return
    read(rest.get('/api/tournament/protest/:id/', { id })).then(
      ({ sentence }) => setRuling({ id, sentence }),
      () => {},
    )
  }, [id])
  if (protest?.state === 'open') {
    return (
      <p className={styles.frozen}>
        <strong>{text.protest.open}.</strong> {matchText.protestWhy}
      </p>
    )
  }
  // The standard sentence is shown in the page's language.
  const isStandard = protest?.ruling && ruling?.sentence === standardSentences[protest.ruling]
  const written = ruling?.id === id && !isStandard ? ruling?.sentence : null
  return (
    <>
      {isProvisional && <p className={styles.note}>{matchText.provisional}</p>}
      {protest?.ruling && (
        <p className={styles.note}>
          <strong>{matchText.ruling}:</strong> {matchText.said[protest.ruling]}
          {written && ` ${written}`}
        </p>
      )}
    </>
  )
}
