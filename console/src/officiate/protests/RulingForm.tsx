import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { Radio, Switch, Textarea } from '@mantine/core'
import { useState } from 'react'
import { maxRulingCharacters, maxScore } from '#events/rules/limits.ts'
import type { RulingKind } from '#events/schema/parts/ruling.ts'
import type { MatchRow } from '#events/schema/rows.ts'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { teamName } from '../../core/live/select.ts'
import { EditForm } from '../../ui/form/EditForm.tsx'
import { Stepper } from '../../ui/Stepper.tsx'
import { toast } from '../../hooks/toast.ts'
import { useLatest } from '../../query/useVersioned.ts'
import { useSavedForm } from '../../query/useSavedForm.ts'
import { protests as words } from '../../core/text/officiate/protests.ts'
import { RulingPreview, isUnusualScore } from './RulingPreview.tsx'
import { previewPath } from './protest-body.ts'
import type { ProtestBody, RulingRequest } from './protest-body.ts'
import styles from './Protests.module.css'
import { rest } from '../../core/rest.ts'

type Props = { protest: ProtestBody; match: MatchRow; onDone: () => void }
type CorrectionKind = 'score' | number
type Fields = {
  kind: RulingKind
  how: CorrectionKind
  /** the entered scores, by team id */
  scores: Record<number, number>
  sentence: string
  asksTwo: boolean
}
const empty: Fields = { kind: 'uphold', how: 'score', scores: {}, sentence: '', asksTwo: false }
const kinds = Object.keys(words.rulings) as RulingKind[]

/** The form to rule on a protest. It previews the changes before an official signs (R-DI-4). */
export function RulingForm({ protest, match, onDone }: Props) {
  const form = useSavedForm({ server: empty })
  const [isAccepted, setAccepted] = useState(false)
  const { kind, how, scores, sentence, asksTwo } = form.values
  const sides = [
    { team: match.blueTeam ?? 0, score: match.blueScore },
    { team: match.goldTeam ?? 0, score: match.goldScore },
  ]
  const entered = sides.map(({ team, score }) => ({ team, score: scores[team] ?? score }))
  const request: RulingRequest =
    kind !== 'correct'
      ? { ruling: kind }
      : { ruling: kind, ...(how === 'score' ? { scores: entered } : { forfeitBy: [how] }) }
  const preview = useLatest(previewPath(protest.id, request))
  const isTwo = asksTwo || (preview?.needsTwo ?? false)
  const isUnusual = isUnusualScore(preview)
  const isBlocked =
    preview === null ||
    (preview.refusal !== null && !isUnusual) ||
    ((preview.cascades || isUnusual) && !isAccepted)
  const change = (part: Partial<Fields>) => {
    form.set(part)
    setAccepted(false)
  }

  async function rule(): Promise<void> {
    const body = {
      ...request,
      ...(sentence.trim() ? { sentence: sentence.trim() } : {}),
      ...(asksTwo ? { two: true } : {}),
      ...(isAccepted ? { cascade: true, force: true } : {}),
    }
    const saved = await form.save(
      rest.put('/api/tournament/protest/:id/rule/', { id: protest.id }, body),
    )
    if (!saved.ok) return
    toast(saved.answer.state === 'ruled' ? words.rule.done : words.rule.asked)
    onDone()
  }
  return (
    <section className={styles.section}>
      <h2>{words.rule.title}</h2>
      <EditForm
        form={form}
        onSave={rule}
        failed={words.rule.failed}
        button={isTwo ? words.rule.propose : words.rule.yes}
        isDisabled={isBlocked}
      >
        <Radio.Group
          label={words.rule.kind}
          value={kind}
          onChange={(value) => change({ kind: value })}
          classNames={{ label: styles.label }}
        >
          <div className={styles.choices}>
            {kinds.map((ruling) => (
              <Radio
                key={ruling}
                value={ruling}
                className={styles.choice}
                label={words.rulings[ruling]}
                description={words.rulingHints[ruling]}
              />
            ))}
          </div>
        </Radio.Group>
        {kind === 'correct' && (
          <Correction
            entered={entered}
            how={how}
            onHow={(how) => change({ how })}
            onScore={(team, score) => change({ scores: { ...scores, [team]: score } })}
          />
        )}
        <Textarea
          label={words.rule.sentence}
          description={words.rule.sentenceHint(maxRulingCharacters)}
          rows={2}
          {...form.field('sentence')}
        />
        <p className="dim">{words.rule.left(maxRulingCharacters - sentence.length)}</p>
        {preview && (
          <RulingPreview preview={preview} isAccepted={isAccepted} onAccept={setAccepted} />
        )}
        {preview?.needsTwo ? (
          <p className="dim">{words.rule.mustTwo}</p>
        ) : (
          <Switch className={styles.choice} label={words.rule.two} {...form.tick('asksTwo')} />
        )}
      </EditForm>
    </section>
  )
}

type CorrectionProps = {
  entered: { team: number; score: number }[]
  how: CorrectionKind
  onHow: (how: CorrectionKind) => void
  onScore: (team: number, score: number) => void
}

function Correction({ entered, how, onHow, onScore }: CorrectionProps) {
  const rows = useLiveState((state) => state.live.rows)
  return (
    <>
      <Radio.Group
        label={words.rule.how}
        value={`${how}`}
        onChange={(value) => onHow(value === 'score' ? 'score' : Number(value))}
        classNames={{ label: styles.label }}
      >
        <div className={styles.choices}>
          <Radio value="score" size="md" className={styles.choice} label={words.rule.byScore} />
          {entered.map(({ team }) => (
            <Radio
              key={team}
              value={`${team}`}
              className={styles.choice}
              label={words.rule.byForfeit(teamName(rows, team))}
            />
          ))}
        </div>
      </Radio.Group>
      {how === 'score' && (
        <div className={styles.row}>
          {entered.map(({ team, score }) => (
            <Stepper
              key={team}
              label={words.rule.score(teamName(rows, team))}
              names={words.rule.steps(teamName(rows, team))}
              value={score}
              max={maxScore}
              onChange={(value) => onScore(team, value)}
            />
          ))}
        </div>
      )}
    </>
  )
}
