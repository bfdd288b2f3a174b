import { Link, useLoaderData } from '@tanstack/react-router'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { matchName, versus, teamName } from '../../core/live/select.ts'
import { PressAgain } from '../../ui/PressAgain.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { toast } from '../../hooks/toast.ts'
import { hasNewVersion, useVersioned, useLatest } from '../../query/useVersioned.ts'
import { useSaving } from '../../query/useSaving.ts'
import { useZone } from '../../hooks/useZone.ts'
import { to } from '../../core/addresses.ts'
import { protests as words } from '../../core/text/officiate/protests.ts'
import { timeline } from '../../core/text/officiate/results.ts'
import { AdminLink } from '../../ui/AdminLink.tsx'
import { Waiting } from '../../ui/Layout.tsx'
import { clocksIn } from '../timeline/days.ts'
import { Evidence } from './Evidence.tsx'
import { previewPath, rulingRequestOf } from './protest-body.ts'
import type { ProtestBody, RulingDecision } from './protest-body.ts'
import forms from '../../ui/Form.module.css'
import styles from './Protests.module.css'
import { RulingForm } from './RulingForm.tsx'
import { rest } from '../../core/rest.ts'
import { PageTitle } from '../../ui/page/PageTitle.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { timesInFull } from '../../core/time/times-in-full.ts'
import { useUser } from '../../core/session-user.ts'
import { RulingPreview } from './RulingPreview.tsx'

/** One protest: its facts, the evidence about its match, and the forms to rule on it. */
export function ProtestPage({ id }: { id: number }) {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const path = rest.get('/api/tournament/protest/:id/', { id })
  const { answer: protest, error, reload } = useVersioned(path, hasNewVersion)
  const rows = useLiveState((state) => state.live.rows)
  const match = rows.match[protest?.match ?? 0]
  if (!protest) return error ? <p role="alert">{words.gone}</p> : <Waiting />
  const short = match ? matchName(rows, match) : ''
  return (
    <>
      <Link
        to="/tournament/$id/admin/$"
        params={{ id: String(tournament.id), _splat: 'protests' }}
        className={styles.link}
      >
        {words.back}
      </Link>
      <PageTitle>
        {match ? `${words.look(short)}: ${versus(rows, match)}` : words.look(short)}
      </PageTitle>
      <Facts protest={protest} />
      {match && (
        <nav className={styles.row} aria-label={short}>
          <AdminLink to="timeline" search={{ match: match.id }} className={styles.link}>
            {timeline.of(short)}
          </AdminLink>
          <AdminLink to="as-it-was" search={{ match: match.id }} className={styles.link}>
            {words.asItWas(short)}
          </AdminLink>
          <a href={to.match(match.id)} className={styles.link}>
            {words.publicPage}
          </a>
        </nav>
      )}
      {protest.state === 'open' && match && (
        <>
          {protest.proposal && <Signing protest={protest} onDone={() => void reload()} />}
          <RulingForm protest={protest} match={match} onDone={() => void reload()} />
          <Withdrawal protest={protest} onDone={() => void reload()} />
        </>
      )}
      <Evidence protest={protest} />
    </>
  )
}

function Facts({ protest }: { protest: ProtestBody }) {
  const zone = useZone()
  const { clock, dayOf } = clocksIn(zone)
  const at = (time: string) => words.moment(clock(time), dayOf(time), zone)
  const { decision, endedAt, signedBy = [], sentence } = protest
  const when = words.lodged(at(protest.lodgedAt), protest.lodgedBy?.name ?? null)
  return (
    <section className={styles.section}>
      <h2>{words.facts}</h2>
      <dl className={forms.facts}>
        <dt>{words.reason}</dt>
        <dd>{words.reasons[protest.reason]}</dd>
        <dt>{words.words}</dt>
        <dd>{protest.text ?? words.noWords}</dd>
        <dt>{words.marked}</dt>
        <dd>{protest.isLate ? `${when}, ${words.late}` : when}</dd>
        <dt>{words.state}</dt>
        <dd>
          {endedAt ? `${words.states[protest.state]}, ${at(endedAt)}` : words.states[protest.state]}
        </dd>
        {decision && (
          <>
            <dt>{words.ruling}</dt>
            <dd>
              <DecisionWords decision={decision} />
            </dd>
            <dt>{words.signed}</dt>
            <dd>{signedBy.map(({ name }) => name).join(', ')}</dd>
            <dt>{words.publicly}</dt>
            <dd>{sentence ?? words.noWords}</dd>
          </>
        )}
      </dl>
    </section>
  )
}

type DoneProps = { protest: ProtestBody; onDone: () => void }

function Withdrawal({ protest, onDone }: DoneProps) {
  const { isSaving, problem, save, dismiss } = useSaving()
  async function withdraw(): Promise<void> {
    const { id } = protest
    const saved = await save(rest.put('/api/tournament/protest/:id/withdraw/', { id }, {}))
    if (!saved.ok) return
    toast(words.withdrawn)
    onDone()
  }
  return (
    <div className={styles.row}>
      <PressAgain
        size="sm"
        label={words.withdraw}
        again={words.withdrawSure}
        className={styles.withdraw}
        disabled={isSaving}
        onSure={() => void withdraw()}
      />
      <ProblemNote problem={problem} title={words.withdrawFailed} onDismiss={dismiss} />
    </div>
  )
}

type Props = { protest: ProtestBody; onDone: () => void }

/** A ruling that one official has signed, for a second one to read and sign (R-DI-4). */
function Signing({ protest, onDone }: Props) {
  const user = useUser()
  const { proposal } = protest
  const [isAccepted, setAccepted] = useState(false)
  const { isSaving, problem, save, dismiss } = useSaving()
  const path = proposal ? previewPath(protest.id, rulingRequestOf(proposal)) : null
  const preview = useLatest(path)
  const { timeWithSeconds } = timesInFull(useZone())
  if (!proposal) return null
  const isOwn = user.state === 'in' && user.person.id === proposal.by.id
  const { num } = proposal
  const isBlocked =
    preview === null || preview.refusal !== null || (preview.cascades && !isAccepted)

  const body = { num, ...(isAccepted ? { cascade: true } : {}) }
  const sign = () =>
    save(rest.put('/api/tournament/protest/:id/sign/', { id: protest.id }, body), () => {
      toast(words.rule.done)
      onDone()
    })
  return (
    <section className={`${styles.section} ${styles.needsYou}`}>
      <h2>{isOwn ? words.sign.own : words.sign.title}</h2>
      <dl className={forms.facts}>
        <dt>{words.ruling}</dt>
        <dd>
          <DecisionWords decision={proposal} />
        </dd>
        <dt>{words.publicly}</dt>
        <dd>{proposal.sentence ?? words.noWords}</dd>
      </dl>
      <p className="dim">{words.sign.by(proposal.by.name, timeWithSeconds(proposal.at))}</p>
      {preview && (
        <RulingPreview preview={preview} isAccepted={isAccepted} onAccept={setAccepted} />
      )}
      <ProblemNote problem={problem} title={words.sign.failed} onDismiss={dismiss} />
      {!isOwn && (
        <Button
          className={styles.main}
          loading={isSaving}
          disabled={isBlocked}
          onClick={() => void sign()}
        >
          {words.sign.yes}
        </Button>
      )}
    </section>
  )
}

/** `Correct the result: Bees 1, Moths 2` */
function DecisionWords({ decision }: { decision: RulingDecision }) {
  const rows = useLiveState((state) => state.live.rows)
  const scores = decision.scores?.map(({ team, score }) => `${teamName(rows, team)} ${score}`)
  const forfeits = decision.forfeitBy.map((team) => words.rule.byForfeit(teamName(rows, team)))
  const more = [...(scores ?? []), ...forfeits].join(', ')
  return <>{[words.rulings[decision.ruling], more].filter(Boolean).join(': ')}</>
}
