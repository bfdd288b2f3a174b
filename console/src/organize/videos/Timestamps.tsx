import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { Radio, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { rest } from '../../core/rest.ts'
import type { Answer } from '../../core/rest.ts'
import { Dialog, DialogButtons } from '../../ui/Dialog.tsx'
import { CopyText } from '../../ui/CopyText.tsx'
import form from '../../ui/Form.module.css'
import { toast } from '../../hooks/toast.ts'
import { videos as words } from './text.ts'
import { useResource } from '../../query/useResource.ts'
import { text } from '../../core/text/text.ts'

type Format = keyof typeof words.formats
type VideoTimestamps = Answer<'/api/tournament/video/:id/timestamps/'>
type Props = { video: { id: number; videoId: string }; onClose: () => void }

/** Timestamps for a video's description. Scores are included only on request (R-VI-4). */
export function Timestamps({ video, onClose }: Props) {
  const [format, setFormat] = useState<Format>('chapters')
  const [scores, setScores] = useState(false)
  const result = useTimestamps(video.id, format, scores)
  return (
    <Dialog title={words.copyTitle(video.videoId)} size="lg" onClose={onClose}>
      <Stack>
        <Radio.Group label={words.format} value={format} onChange={setFormat}>
          {(['chapters', 'links'] as const).map((option) => (
            <Radio
              key={option}
              value={option}
              className={form.choice}
              label={words.formats[option]}
            />
          ))}
        </Radio.Group>
        <Switch
          className={form.choice}
          label={words.scores}
          description={words.scoresHint}
          checked={scores}
          onChange={({ currentTarget }) => setScores(currentTarget.checked)}
        />
        {result?.notice && <Text role="status">{result.notice}</Text>}
        {result !== null && result.timestamps !== '' && (
          <CopyText
            label={words.timestamps}
            value={result.timestamps}
            rows={8}
            button={words.copy}
            onCopied={() => toast(words.copied)}
          />
        )}
      </Stack>
      <DialogButtons no={text.close} onClose={onClose} />
    </Dialog>
  )
}

function useTimestamps(id: number, format: Format, scores: boolean): VideoTimestamps | null {
  const query = { id, format, scores: `${scores}` }
  const { answer, error } = useResource(rest.get('/api/tournament/video/:id/timestamps/', query))
  return error ? { timestamps: '', notice: words.copyFailed } : answer
}
