import '@mantine/core/styles/Input.layer.css'
import { Button, Modal, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { isByHand } from '../../../../events/rules/stage-types/stage-types.ts'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { useSaving } from '../../query/useSaving.ts'
import type { Colour } from '../../core/text/text.ts'
import { byHand as words } from '../../core/text/sheets.ts'
import { text } from '../../core/text/text.ts'
import styles from '../../ui/Sheet.module.css'

const colours: Colour[] = ['blue', 'gold']
const nobody = ''

/** A match of a stage that has no generator (R-CU-1). */
export function NewMatch({ onClose }: { onClose: () => void }) {
  const brackets = useLiveState((shown) => shown.live.rows.bracket)
  const teams = useLiveState((shown) => shown.live.rows.team)
  const stages = Object.values(brackets).filter(isByHand)
  const [stage, setStage] = useState(stages.length === 1 ? `${stages[0]?.id}` : nobody)
  const [sides, setSides] = useState({ blue: nobody, gold: nobody })
  const [roundName, setRoundName] = useState('')
  const [isTried, setTried] = useState(false)
  const { isSaving, problem, save, dismiss } = useSaving()
  const isTwice = sides.blue !== nobody && sides.blue === sides.gold
  const options = Object.values(teams)
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map((team) => ({ value: `${team.id}`, label: team.name }))

  async function make(): Promise<void> {
    setTried(true)
    if (stage === nobody || isTwice) return
    const of = (colour: Colour) => (sides[colour] === nobody ? null : Number(sides[colour]))
    const body = {
      bracket: Number(stage),
      blueTeam: of('blue'),
      goldTeam: of('gold'),
      roundName: roundName.trim(),
    }
    const saved = await save({ method: 'POST', path: '/api/tournament/match/', body })
    if (saved.ok) onClose()
  }

  const noStage = isTried && stage === nobody ? words.stageMissing : undefined
  return (
    <Modal
      opened
      onClose={onClose}
      title={words.title}
      zIndex={400}
      closeButtonProps={{ 'aria-label': text.close, size: 48 }}
      classNames={{ title: styles.title }}
    >
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void make()
        }}
      >
        {stages.length === 0 && <p className={styles.none}>{words.noStage}</p>}
        <NativeSelect
          label={words.stage}
          size="lg"
          required
          data-autofocus
          value={stage}
          error={problem?.fields['bracket'] ?? noStage}
          data={[
            { value: nobody, label: '' },
            ...stages.map(({ id, name }) => ({ value: `${id}`, label: name })),
          ]}
          onChange={({ currentTarget }) => setStage(currentTarget.value)}
        />
        {colours.map((colour) => (
          <NativeSelect
            key={colour}
            label={words.team(colour)}
            size="lg"
            value={sides[colour]}
            error={isTwice && colour === 'gold' ? words.twice : undefined}
            data={[{ value: nobody, label: words.unknown }, ...options]}
            onChange={({ currentTarget }) => setSides({ ...sides, [colour]: currentTarget.value })}
          />
        ))}
        <TextInput
          label={words.round}
          size="lg"
          maxLength={100}
          value={roundName}
          onChange={({ currentTarget }) => setRoundName(currentTarget.value)}
        />
        <ProblemNote
          problem={problem}
          title={words.failed}
          beside={['bracket']}
          onDismiss={dismiss}
        />
        <Button type="submit" className={styles.main} loading={isSaving}>
          {words.make}
        </Button>
      </form>
    </Modal>
  )
}
