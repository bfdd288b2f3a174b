import { roundNameOf } from '#console/src/core/text/server-words.ts'
import { Button, Group } from '@mantine/core'
import { useLoaderData, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { isByHand } from '#events/rules/stage-types/stage-types.ts'
import type { BracketRow, MatchRow } from '#events/schema/rows.ts'
import { ConfirmImpact } from '#console/src/ui/live/Impact.tsx'
import { ProblemNote } from '#console/src/ui/ProblemNote.tsx'
import { toast } from '#console/src/hooks/toast.ts'
import { useConfirmedMutation } from '#console/src/query/useConfirmedMutation.ts'
import { sendInOrder } from '#console/src/query/send-in-order.ts'
import { useSaving } from '#console/src/query/useSaving.ts'
import { stages } from '#console/src/core/text/organize/stages.ts'
import { savingText } from '#console/src/core/text/forms.ts'
import { AdminLinkButton } from '#console/src/ui/AdminLink.tsx'
import styles from '../Stages.module.css'
import { rest } from '#console/src/core/rest.ts'
import type { AnswerOf } from '#console/src/core/rest.ts'
import { Section } from '#console/src/ui/page/Section.tsx'
import { useLiveState } from '#console/src/core/live/LiveTournament.tsx'
import { sideName } from '#console/src/core/live/select.ts'
import { text } from '#console/src/core/text/text.ts'
import type { Colour } from '#events/game/map/colour.ts'
import table from './MatchTable.module.css'

type CreateProps = {
  stage: BracketRow
  /** the groups that are played together with it, itself included; empty if it is alone */
  groups: BracketRow[]
  /** the seeds on the screen are not those from which matches would be created */
  isUnsaved: boolean
}
type Props = CreateProps & { matches: MatchRow[] }

const words = stages.page

/** Validates the stage and creates its matches. */
export function MatchSection({ stage, groups, matches, isUnsaved }: Props) {
  const [validation, setValidation] =
    useState<AnswerOf<'PUT /api/tournament/bracket/:id/validate/'> | null>(null)
  const checking = useSaving()
  const { id } = stage

  async function validate(): Promise<void> {
    const saved = await checking.save(rest.put('/api/tournament/bracket/:id/validate/', { id }))
    setValidation(saved.ok ? saved.answer : null)
  }
  return (
    <Section id={`matches-${stage.id}`} title={words.make}>
      <Group gap="sm">
        <Button
          variant="default"
          size="md"
          disabled={checking.isSaving}
          onClick={() => void validate()}
        >
          {words.validate}
        </Button>
        {stage.isCreated && <CreateMatches {...{ stage, groups, isUnsaved }} />}
        {matches.length > 0 && (
          <>
            <AdminLinkButton to="match-queue" variant="default" size="md">
              {words.queues}
            </AdminLinkButton>
            <AdminLinkButton to="edit-match-results" variant="default" size="md">
              {words.results}
            </AdminLinkButton>
          </>
        )}
      </Group>
      <div aria-live="polite">
        {validation && (
          <p className={styles.verdict} data-wrong={!validation.success || undefined}>
            {validation.success ? words.isValid : validation.errors.join('\n')}
          </p>
        )}
      </div>
      <ProblemNote problem={checking.problem} onDismiss={checking.dismiss} />
      {matches.length > 0 && <MatchTable name={stage.name} matches={matches} />}
    </Section>
  )
}

export function creation({ id }: BracketRow) {
  return rest.put('/api/tournament/bracket/:id/create-matches/', { id }, {})
}

/**
 * Shown in the page header until there are matches, and beside the matches afterwards. Groups get
 * their first matches together, so that none is forgotten.
 */
export function CreateMatches({ stage, groups, isUnsaved }: CreateProps) {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const saving = useConfirmedMutation(['confirm'])
  const { isSaving, problem, dismiss, send } = saving
  const { name, isCreated, linkedBracketId } = stage
  const others = groups.filter((group) => group.id !== stage.id && !group.isCreated)
  const isForAll = !isCreated && others.length > 0
  const isExternal = tournament.linkType === 'challonge' && linkedBracketId !== null
  if (isByHand(stage) || isExternal) return null
  function create(): Promise<void> {
    if (!isForAll)
      return send(creation(stage), ({ matches = [] }) => toast(words.made(matches.length)))
    return sendInOrder(send, [stage, ...others].map(creation), () => toast(stages.groups.created))
  }
  return (
    <>
      <Button
        {...(isCreated && { variant: 'default' })}
        size="md"
        disabled={isSaving || isUnsaved}
        onClick={() => void create()}
      >
        {isSaving
          ? savingText.saving
          : isCreated
            ? words.recreate
            : isForAll
              ? stages.groups.createAll
              : words.createMatches}
      </Button>
      {isUnsaved && <span className="needs-you">{words.unsaved}</span>}
      <ProblemNote problem={problem} onDismiss={dismiss} />
      <ConfirmImpact of={saving} title={words.startedTitle(name)} yes={words.insist} />
    </>
  )
}

function MatchTable({ name, matches }: { name: string; matches: MatchRow[] }) {
  return (
    <section className={table.section}>
      <h2>{name}</h2>
      <ul className={table.list}>
        {matches.map((match) => (
          <li key={match.id}>
            <Link
              to="/tournament-match/$id"
              params={{ id: String(match.id) }}
              className={table.match}
            >
              <span className="hint">
                {text.match.short(match.matchNum)} · {roundNameOf(match)}
              </span>
              <Team match={match} colour="blue" />
              <Team match={match} colour="gold" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Team({ match, colour }: { match: MatchRow; colour: Colour }) {
  const team = colour === 'blue' ? match.blueTeam : match.goldTeam
  const name = useLiveState(({ live }) => sideName(live.rows, match, colour))
  const isShown = match.isComplete || match.startedAt !== null
  const isWinner = match.isComplete && team !== null && match.winner === team
  return (
    <span className={table.team} data-winner={isWinner || undefined}>
      <span>{name}</span>
      {isShown && <span>{colour === 'blue' ? match.blueScore : match.goldScore}</span>}
    </span>
  )
}
