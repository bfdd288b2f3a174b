import { refusalText } from '../../core/text/server-words.ts'
import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { teamName } from '../../core/live/select.ts'
import type { Tables } from '../../core/live/rows.ts'
import { protests as words } from '../../core/text/officiate/protests.ts'
import type { RulingPreviewBody, MatchBefore } from './protest-body.ts'
import styles from './Protests.module.css'

type Props = {
  preview: RulingPreviewBody
  isAccepted: boolean
  onAccept: (isAccepted: boolean) => void
}
const { preview: previewText } = words

/** A score that the length of the match does not allow: the official can confirm it (R-GM-5). */
export function isUnusualScore(preview: RulingPreviewBody | null): boolean {
  return ['SCORE_IMPOSSIBLE', 'MATCH_UNDECIDED'].includes(preview?.refusal?.code ?? '')
}

/** What a ruling would change, shown before anybody signs it (R-ED-3). */
export function RulingPreview({ preview, isAccepted, onAccept }: Props) {
  const rows = useLiveState((state) => state.live.rows)
  const { refusal, changes, places, cascades } = preview
  const isUnusual = isUnusualScore(preview)
  return (
    <div className={styles.form} role="status">
      <h3>{previewText.title}</h3>
      {refusal && <p className="dim">{refusalText(refusal)}</p>}
      {!refusal && changes.length === 0 && <p className="dim">{previewText.none}</p>}
      {changes.length > 0 && (
        <ul className="marked">
          {changes.map(({ name, before, after }) => (
            <li key={before.id}>
              <strong>{name}</strong> {resultText(rows, before)} →{' '}
              {after ? resultText(rows, after) : previewText.gone}
            </li>
          ))}
        </ul>
      )}
      {places.length > 0 && (
        <ul className="marked">
          {places.map(({ destBracket, destPlace, was, is }) => (
            <li key={`${destBracket}:${destPlace}`}>
              {previewText.place(destPlace, rows.bracket[destBracket]?.name ?? '')}:{' '}
              {teamText(rows, was)} → {teamText(rows, is)}
            </li>
          ))}
        </ul>
      )}
      {(cascades || isUnusual) && (
        <Checkbox
          className={styles.choice}
          label={isUnusual ? previewText.score : previewText.insist}
          {...(cascades && { description: previewText.cascades })}
          checked={isAccepted}
          onChange={({ currentTarget }) => onAccept(currentTarget.checked)}
        />
      )}
    </div>
  )
}

function resultText(rows: Tables, { blueTeam, goldTeam, score, isComplete }: MatchBefore): string {
  const [blue, gold] = score
  const state = isComplete ? previewText.complete : previewText.openAgain
  const sides = `${teamName(rows, blueTeam)} ${blue}, ${teamName(rows, goldTeam)} ${gold}`
  return `${sides} (${state})`
}

function teamText(rows: Tables, team: number | null): string {
  return team === null ? previewText.nobody : teamName(rows, team)
}
