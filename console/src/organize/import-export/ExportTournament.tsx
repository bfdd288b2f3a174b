import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { fetchInTime } from '../../core/connection/fetch-in-time.ts'
import { failureOf, reasonOf, rest } from '../../core/rest.ts'
import type { TournamentBody } from '../../core/rest.ts'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { DownloadButton } from '../../ui/form/DownloadButton.tsx'
import forms from '../../ui/Form.module.css'
import { exporting as words } from '../../core/text/organize/settings.ts'

type Props = { tournament: Pick<TournamentBody, 'id' | 'slug'> }

/** Exports a tournament as tables for other programs, or with its history for another Waggle. */
export function ExportTournament({ tournament: { id, slug } }: Props) {
  const [isReading, setReading] = useState(false)
  const [detail, setDetail] = useState<string | null>(null)

  /** Fetched rather than linked, because a refusal would replace the page. */
  async function downloadHistory(): Promise<void> {
    setReading(true)
    setDetail(null)
    const path = rest.get('/api/tournament/tournament/:id/export-history/', { id })
    const response = await fetchInTime(path).catch(() => null)
    if (response?.ok) saveFile(await response.blob(), `${slug}-history.zip`)
    else setDetail(reasonOf(response && (await failureOf(response))))
    setReading(false)
  }

  return (
    <>
      <p className={forms.lead}>{words.lead}</p>
      <Group>
        <DownloadButton
          href={rest.get('/api/tournament/tournament/:id/export/', { id })}
          label={words.export}
        />
        <Button
          variant="default"
          size="md"
          loading={isReading}
          onClick={() => void downloadHistory()}
        >
          {words.exportHistory}
        </Button>
      </Group>
      <ProblemNote
        problem={detail === null ? null : { detail, fields: {} }}
        title={words.notExported}
        onDismiss={() => setDetail(null)}
      />
    </>
  )
}

const revokeAfterMs = 60_000

function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), revokeAfterMs)
}
