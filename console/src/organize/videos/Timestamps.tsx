import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { Button, Group, Radio, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { rest } from '../../core/rest.ts'
import type { Answer } from '../../core/rest.ts'
import confirm from '../../ui/Confirm.module.css'
import { Dialog } from '../../ui/Dialog.tsx'
import { CopyText } from '../../ui/CopyText.tsx'
import form from '../../ui/Form.module.css'
import { toast } from '../../hooks/toast.ts'
import { videos as words } from './text.ts'
import { useResource } from '../../query/useResource.ts'
import { text } from '../../core/text/text.ts'

type Format = keyof typeof words.formats
type VideoTimestamps = Answer<'/api/tournament/video/:id/timestamps/'>
type Props = { video: { id: number; videoId: string }; onClose: () => void }

/** What is put below a video; results only for who asks for them (R-VI-4). */
export function Timestamps({ video, onClose }: Props) {
  const [format, setFormat] = useState<Format>('chapters')
  const [scores, setScores] = useState(false)
  const found = useTimestamps(video.id, format, scores)
  return (
    <Dialog title={words.copyTitle(video.videoId)} size="lg" onClose={onClose}>
      <Stack>
        <Radio.Group label={words.format} value={format} onChange={setFormat}>
          {(['chapters', 'links'] as const).map((one) => (
            <Radio key={one} value={one} className={form.choice} label={words.formats[one]} />
          ))}
        </Radio.Group>
        <Switch
          className={form.choice}
          label={words.scores}
          description={words.scoresHint}
          checked={scores}
          onChange={({ currentTarget }) => setScores(currentTarget.checked)}
        />
        {found?.notice && <Text role="status">{found.notice}</Text>}
        {found !== null && found.timestamps !== '' && (
          <CopyText
            label={words.timestamps}
            value={found.timestamps}
            rows={8}
            button={words.copy}
            onCopied={() => toast(words.copied)}
          />
        )}
      </Stack>
      <Group gap="sm" justify="flex-end" mt="lg">
        <Button variant="default" size="lg" className={confirm.choice} onClick={onClose}>
          {text.close}
        </Button>
      </Group>
    </Dialog>
  )
}

function useTimestamps(id: number, format: Format, scores: boolean): VideoTimestamps | null {
  const of = { id, format, scores: `${scores}` }
  const { answer, error } = useResource(rest.get('/api/tournament/video/:id/timestamps/', of))
  return error ? { timestamps: '', notice: words.copyFailed } : answer
}
