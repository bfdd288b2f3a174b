import { useLoaderData } from '@tanstack/react-router'
import { Page } from '../../ui/page/Page.tsx'
import { ListState } from '../../ui/ListState.tsx'
import { toast } from '../../hooks/toast.ts'
import { useList } from '../../query/useList.ts'
import { newVideo, videos as words } from '../../core/text/organize/venue.ts'
import { AddVideo } from './AddVideo.tsx'
import { rest, rowsPerPage } from '../../core/rest.ts'
import type { Row, Answer } from '../../core/rest.ts'
import { Section } from '../../ui/page/Section.tsx'
import { Anchor, Button, Group, SimpleGrid, Stack, Radio, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import form from '../../ui/Form.module.css'
import { Icon } from '../../ui/Icon.tsx'
import { PressAgain } from '../../ui/PressAgain.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { hours } from '#events/text/durations.ts'
import { useZone } from '../../hooks/useZone.ts'
import { useSaving } from '../../query/useSaving.ts'
import styles from './Videos.module.css'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { Dialog, DialogButtons } from '../../ui/Dialog.tsx'
import { CopyText } from '../../ui/CopyText.tsx'
import { useResource } from '../../query/useResource.ts'
import { text } from '../../core/text/text.ts'

const maxDeviationSeconds = 5

/** The recordings of the tournament's cabinets. */
export default function Videos() {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const list = useList(
    rest.get('/api/tournament/video/', { tournamentId: tournament.id, rowsPerPage }),
  )
  return (
    <Page title={words.title} lead={words.lead}>
      <AddVideo
        tournament={tournament.id}
        onAdded={() => {
          toast(newVideo.added)
          void list.reload()
        }}
      />
      <Section title={words.list}>
        <ListState list={list} empty={words.empty}>
          {(rows) => (
            <ul>
              {rows.map((video) => (
                <VideoRow key={video.id} video={video} onChanged={list.reload} />
              ))}
            </ul>
          )}
        </ListState>
      </Section>
    </Page>
  )
}

type Video = Row<'/api/tournament/video/'>
type Props = { video: Video; onChanged: () => Promise<void> }

/** A video with its start time and the references from which it is computed. */
function VideoRow({ video, onChanged }: Props) {
  const { id, videoId, cabinetName, startTime, length, references, warning } = video
  const { problem, save, dismiss } = useSaving()
  const zone = useZone()
  const [isCopying, setCopying] = useState(false)

  const remove = () =>
    save(rest.delete('/api/tournament/video/:id/', { id }), () => {
      toast(words.removed)
      return onChanged()
    })

  return (
    <Stack component="li" gap="xs" className={styles.video} aria-label={videoId}>
      <SimpleGrid component="dl" minColWidth="10rem" spacing="md" className={styles.facts}>
        <div>
          <dt>{words.video}</dt>
          <dd>
            <Anchor
              className={form.link}
              href={`https://youtu.be/${videoId}`}
              target="_blank"
              rel="noopener noreferrer"
              title={words.open(videoId)}
            >
              {videoId}
            </Anchor>
          </dd>
        </div>
        <Fact name={words.cabinet}>{cabinetName}</Fact>
        <Fact name={words.start}>
          {startTime === null ? words.noStart : words.at(new Date(startTime), zone)}
        </Fact>
        <Fact name={words.length}>{length}</Fact>
      </SimpleGrid>
      {warning !== null && (
        <Group component="p" gap="xs" className="needs-you">
          <Icon name="warning" />
          {warning}
        </Group>
      )}
      <details className={styles.references} open={warning !== null}>
        <summary className="touch dim">{`${words.references}: ${references.length}`}</summary>
        <ul className="marked">
          {references.map(({ game, referencePoint, gameEndTime, differsBy }) => (
            <li key={`${game} ${referencePoint}`}>
              {words.reference(newVideo.points[referencePoint], hours(gameEndTime), game)}{' '}
              <span className="dim">{words.differs(differsBy)}</span>{' '}
              {Math.abs(differsBy) > maxDeviationSeconds && (
                <strong className="needs-you">{words.doubtful}</strong>
              )}
            </li>
          ))}
        </ul>
      </details>
      <Group gap="sm">
        <Button size="md" aria-label={`${words.copy}: ${videoId}`} onClick={() => setCopying(true)}>
          {words.copy}
        </Button>
        <PressAgain
          label={words.remove}
          again={words.removeAgain}
          name={videoId}
          onSure={() => void remove()}
        />
      </Group>
      <ProblemNote problem={problem} title={words.removeFailed} onDismiss={dismiss} />
      {isCopying && <Timestamps video={video} onClose={() => setCopying(false)} />}
    </Stack>
  )
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

type Format = keyof typeof words.formats
type VideoTimestamps = Answer<'/api/tournament/video/:id/timestamps/'>
type TimestampProps = { video: { id: number; videoId: string }; onClose: () => void }

/** Timestamps for a video's description. Scores are included only on request (R-VI-4). */
function Timestamps({ video, onClose }: TimestampProps) {
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
