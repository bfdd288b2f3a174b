import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import '@mantine/core/styles/Card.layer.css'
import { Button, Card, Group, NumberInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { useLoaderData } from '@tanstack/react-router'
import { useState } from 'react'
import { maxAnnouncementMinutes } from '#events/rules/limits.ts'
import type { Rows } from '#events/schema/rows.ts'
import { rest } from '../../core/rest.ts'
import { clockIn } from '../../core/time/zone.ts'
import { announcements as words } from '../../core/text/organize/venue.ts'
import { toast } from '../../hooks/toast.ts'
import { useZone } from '../../hooks/useZone.ts'
import { useSavedForm } from '../../query/useSavedForm.ts'
import { useSaving } from '../../query/useSaving.ts'
import { Empty } from '../../ui/Empty.tsx'
import { EditForm } from '../../ui/form/EditForm.tsx'
import { useAnnouncements } from '../../ui/live/useAnnouncements.ts'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { PageTitle } from '../../ui/page/PageTitle.tsx'

const empty = { text: '', minutes: 15 }

/** The current announcements, and a form for a new one. */
export default function Announcements() {
  const current = useAnnouncements()
  const [writtenCount, setWrittenCount] = useState(0)
  return (
    <Stack gap="md">
      <PageTitle>{words.title}</PageTitle>
      <Text>{words.lead}</Text>
      <NewAnnouncement key={writtenCount} onWritten={() => setWrittenCount(writtenCount + 1)} />
      <Title order={2} size="h3">
        {words.shown}
      </Title>
      {current.length === 0 && <Empty>{words.none}</Empty>}
      {current.map((row) => (
        <AnnouncementCard key={row.num} row={row} />
      ))}
    </Stack>
  )
}

function NewAnnouncement({ onWritten }: { onWritten: () => void }) {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const form = useSavedForm({ server: empty })
  async function send(_: unknown, body: typeof empty): Promise<void> {
    const path = '/api/tournament/tournament/:id/announce/'
    const saved = await form.save(rest.put(path, { id: tournament.id }, body))
    if (!saved.ok) return
    toast(words.written)
    onWritten()
  }
  return (
    <EditForm form={form} onSave={send} failed={words.failed} button={words.write}>
      <TextInput label={words.text} description={words.hint} {...form.field('text')} />
      <NumberInput
        label={words.minutes}
        min={1}
        max={maxAnnouncementMinutes}
        hideControls
        {...form.field('minutes')}
      />
    </EditForm>
  )
}

function AnnouncementCard({ row: { num, text, endsAt } }: { row: Rows['announcement'] }) {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const { time } = clockIn(useZone())
  const { isSaving, problem, save, dismiss } = useSaving()
  const path = '/api/tournament/tournament/:id/end-announcement/'
  return (
    <Card withBorder>
      <Group justify="space-between">
        <Stack gap={0}>
          <Text>{text}</Text>
          <Text size="sm">{words.until(time(endsAt))}</Text>
        </Stack>
        <Button
          variant="default"
          loading={isSaving}
          aria-label={words.endOf(text)}
          onClick={() => void save(rest.put(path, { id: tournament.id }, { num }))}
        >
          {words.end}
        </Button>
      </Group>
      <ProblemNote problem={problem} title={words.endFailed} onDismiss={dismiss} />
    </Card>
  )
}
