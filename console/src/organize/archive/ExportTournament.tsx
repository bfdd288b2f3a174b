import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { fetchInTime } from '../../core/fetch-in-time.ts'
import { rest } from '../../core/rest.ts'
import type { TournamentBody } from '../../core/rest.ts'
import { text } from '../../core/text/text.ts'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import forms from '../../ui/Form.module.css'
import { archive as words } from './text.ts'

type Props = { tournament: Pick<TournamentBody, 'id' | 'slug'> }

/** As tables for other programs, or as a whole for another Waggle. */
export function ExportTournament({ tournament: { id, slug } }: Props) {
  const [isReading, setReading] = useState(false)
  const [detail, setDetail] = useState<string | null>(null)

  /** A link would leave the page where there is a reason against it. */
  async function takeHistory(): Promise<void> {
    setReading(true)
    setDetail(null)
    const path = rest.get('/api/tournament/tournament/:id/export-history/', { id })
    const response = await fetchInTime(path).catch(() => null)
    if (response?.ok) save(await response.blob(), `${slug}-history.zip`)
    else setDetail((await reasonOf(response)) ?? text.apiFailed)
    setReading(false)
  }

  return (
    <>
      <p className={forms.lead}>{words.lead}</p>
      <Group>
        <Button
          component="a"
          href={rest.get('/api/tournament/tournament/:id/export/', { id })}
          download
          variant="default"
          size="md"
        >
          {words.export}
        </Button>
        <Button variant="default" size="md" loading={isReading} onClick={() => void takeHistory()}>
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

async function reasonOf(response: Response | null): Promise<string | undefined> {
  const answer = (await response?.json().catch(() => null)) as { detail?: string } | null
  return answer?.detail
}

const savedWithinMs = 60_000

function save(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), savedWithinMs)
}
