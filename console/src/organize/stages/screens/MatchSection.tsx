import { Button, Group } from '@mantine/core'
import { useLoaderData } from '@tanstack/react-router'
import { useState } from 'react'
import { isByHand } from '../../../../../events/rules/stage-types/stage-types.ts'
import type { BracketRow, MatchRow } from '../../../../../events/schema/rows.ts'
import forms from '../../../ui/Form.module.css'
import { Impact } from '../../../ui/live/Impact.tsx'
import { ProblemNote } from '../../../ui/ProblemNote.tsx'
import { toast } from '../../../hooks/toast.ts'
import { useConfirmedMutation } from '../../../query/useConfirmedMutation.ts'
import { useSaving } from '../../../query/useSaving.ts'
import { stages } from '../text.ts'
import { text } from '../../../core/text/text.ts'
import { SegmentButton } from '../../../ui/SegmentLink.tsx'
import { MatchTable } from './MatchTable.tsx'
import styles from '../Stages.module.css'
import { rest } from '../../../core/rest.ts'
import type { AnswerOf } from '../../../core/rest.ts'

type Props = { stage: BracketRow; matches: MatchRow[] }

const words = stages.page

/** Validated, and then turned into matches. */
export function MatchSection({ stage, matches }: Props) {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const making = useConfirmedMutation(['confirm'])
  const [verdict, setVerdict] =
    useState<AnswerOf<'PUT /api/tournament/bracket/:id/validate/'> | null>(null)
  const checking = useSaving()
  const isOutside = tournament.linkType === 'challonge' && stage.linkedBracketId !== null
  const { id } = stage

  async function validate(): Promise<void> {
    const saved = await checking.save(rest.put('/api/tournament/bracket/:id/validate/', { id }))
    setVerdict(saved.ok ? saved.answer : null)
  }
  function create(): Promise<void> {
    setVerdict(null)
    const write = rest.put('/api/tournament/bracket/:id/create-matches/', { id }, {})
    return making.send(write, ({ matches = [] }) => toast(words.made(matches.length)))
  }
  return (
    <section className={forms.section} aria-labelledby={`matches-${stage.id}`}>
      <h2 id={`matches-${stage.id}`}>{words.make}</h2>
      <Group gap="sm">
        <Button
          variant="default"
          size="md"
          className={forms.button}
          disabled={checking.isSaving}
          onClick={() => void validate()}
        >
          {words.validate}
        </Button>
        {!isByHand(stage) && !isOutside && (
          <Button
            {...(stage.isCreated ? { variant: 'default' } : {})}
            size="md"
            className={forms.button}
            disabled={making.isSaving}
            onClick={() => void create()}
          >
            {making.isSaving
              ? text.saving.saving
              : stage.isCreated
                ? words.recreate
                : words.createMatches}
          </Button>
        )}
        {matches.length > 0 && (
          <>
            <SegmentButton to="match-queue" variant="default" size="md" className={forms.button}>
              {words.queues}
            </SegmentButton>
            <SegmentButton
              to="edit-match-results"
              variant="default"
              size="md"
              className={forms.button}
            >
              {words.results}
            </SegmentButton>
          </>
        )}
      </Group>
      <div aria-live="polite">
        {verdict && (
          <p className={styles.verdict} data-wrong={!verdict.success || undefined}>
            {verdict.success ? words.isValid : verdict.errors.join('\n')}
          </p>
        )}
      </div>
      <ProblemNote problem={checking.problem} onDismiss={checking.dismiss} />
      <ProblemNote problem={making.problem} onDismiss={making.dismiss} />
      {matches.length > 0 && <MatchTable name={stage.name} matches={matches} />}
      {making.asking && (
        <Impact
          asking={making.asking}
          title={words.startedTitle(stage.name)}
          yes={words.insist}
          onYes={() => void making.insist()}
          onClose={making.cancel}
        />
      )}
    </section>
  )
}
