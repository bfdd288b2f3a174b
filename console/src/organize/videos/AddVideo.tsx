import '@mantine/core/styles/Input.layer.css'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useLoaderData } from '@tanstack/react-router'
import { useState } from 'react'
import form from '../../ui/Form.module.css'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { hours } from '../../core/time.ts'
import { useSaving } from '../../query/useSaving.ts'
import { newVideo as words, videos } from './text.ts'
import { useTournamentCabinets } from '../../query/useTournamentCabinets.ts'
import { GameChoice } from './GameChoice.tsx'
import { videoIn } from './link.ts'
import { videoUrl } from './video-body.ts'

type Fields = {
  game: number | null
  video: string
  referencePoint: string
  gameEndTime: string
  length: string
}
const empty: Fields = { game: null, video: '', referencePoint: 'end', gameEndTime: '', length: '' }
const beside = ['game', 'videoId', 'referencePoint', 'gameEndTime', 'length']

/** A video by a moment of a game that is seen in it. */
export function AddVideo({ tournament, onAdded }: { tournament: number; onAdded: () => void }) {
  const { isSaving, problem, save, dismiss } = useSaving()
  const [cabinet, setCabinet] = useState<number | null>(null)
  const [fields, setFields] = useState(empty)
  const [missing, setMissing] = useState<Record<string, string>>({})
  const cabinets = useChoice()
  const { game, video, referencePoint, gameEndTime, length } = fields
  const set = (part: Partial<Fields>) => setFields((now) => ({ ...now, ...part }))
  const errors = { ...problem?.fields, ...missing }

  async function add(): Promise<void> {
    const left = missingIn(fields)
    setMissing(left)
    if (Object.keys(left).length > 0 || isSaving) return
    const { videoId } = videoIn(video)
    const body = { tournament, game, videoId, referencePoint, gameEndTime, length }
    const saved = await save({ method: 'POST', path: `${videoUrl}add/`, body })
    if (!saved.ok) return
    set({ game: null, gameEndTime: '' })
    onAdded()
  }

  return (
    <section className={form.section}>
      <h2>{words.title}</h2>
      <p className={form.lead}>{words.lead}</p>
      <form
        noValidate
        className={form.form}
        onSubmit={(event) => (event.preventDefault(), void add())}
      >
        <NativeSelect
          label={videos.cabinet}
          value={cabinet ?? ''}
          data={[
            { value: '', label: words.chooseCabinet },
            ...cabinets.map(({ id, displayName }) => ({ value: `${id}`, label: displayName })),
          ]}
          onChange={({ currentTarget }) => {
            setCabinet(currentTarget.value === '' ? null : Number(currentTarget.value))
            set({ game: null })
          }}
        />
        {cabinet !== null && (
          <GameChoice
            key={cabinet}
            cabinet={cabinet}
            game={game}
            error={errors['game']}
            onChange={(chosen) => set({ game: chosen })}
          />
        )}
        <TextInput
          label={words.videoId}
          required
          maxLength={500}
          autoCapitalize="none"
          spellCheck={false}
          value={video}
          error={errors['videoId']}
          onChange={({ currentTarget }) => {
            const { seconds } = videoIn(currentTarget.value)
            const at = gameEndTime === '' && seconds !== null ? hours(seconds) : gameEndTime
            set({ video: currentTarget.value, gameEndTime: at })
          }}
        />
        <div className={form.beside}>
          <NativeSelect
            className={form.grow}
            label={words.point}
            value={referencePoint}
            error={errors['referencePoint']}
            data={Object.entries(words.points).map(([value, label]) => ({ value, label }))}
            onChange={({ currentTarget }) => set({ referencePoint: currentTarget.value })}
          />
          <TextInput
            className={form.grow}
            label={words.time}
            placeholder={words.timeHint}
            required
            maxLength={20}
            value={gameEndTime}
            error={errors['gameEndTime']}
            onChange={({ currentTarget }) => set({ gameEndTime: currentTarget.value })}
          />
          <TextInput
            className={form.grow}
            label={words.length}
            placeholder={words.timeHint}
            required
            maxLength={20}
            value={length}
            error={errors['length']}
            onChange={({ currentTarget }) => set({ length: currentTarget.value })}
          />
        </div>
        <ProblemNote problem={problem} title={words.failed} beside={beside} onDismiss={dismiss} />
        <div className={form.row}>
          <Button type="submit" size="md" className={form.button} loading={isSaving}>
            {words.add}
          </Button>
          {errors['game'] && cabinet === null && <span role="alert">{errors['game']}</span>}
        </div>
      </form>
    </section>
  )
}

/** The tournament's own cabinets first, then the others of the scene. */
function useChoice() {
  const { cabinets } = useLoaderData({ from: '/tournament/$id/admin' })
  const own = useTournamentCabinets()
  return [...own, ...cabinets.filter(({ id }) => !own.some((cabinet) => cabinet.id === id))]
}

function missingIn({ game, video, gameEndTime, length }: Fields): Record<string, string> {
  return {
    ...(game === null && { game: words.gameMissing }),
    ...(video.trim() === '' && { videoId: words.videoIdMissing }),
    ...(gameEndTime.trim() === '' && { gameEndTime: words.missing }),
    ...(length.trim() === '' && { length: words.missing }),
  }
}
