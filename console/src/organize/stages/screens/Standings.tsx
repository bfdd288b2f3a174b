import '@mantine/core/styles/Table.layer.css'
import { Switch, Table } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { BracketRow, StandingRow } from '#events/schema/rows.ts'
import { rankText } from '#events/rules/ranks.ts'
import { tableOf } from '#events/bracket/shown-table.ts'
import { useLiveState } from '#console/src/core/live/LiveTournament.tsx'
import { teamName } from '#console/src/core/live/select.ts'
import forms from '#console/src/ui/Form.module.css'
import { useLatest } from '#console/src/query/useVersioned.ts'
import { stages } from '#console/src/core/text/organize/stages.ts'
import { allTiebreakers } from '../stage-form.ts'
import styles from '../Stages.module.css'
import { rest } from '#console/src/core/rest.ts'
import type { Row } from '#console/src/core/rest.ts'
import { Section } from '#console/src/ui/page/Section.tsx'

type Ranked = Omit<StandingRow, 'tournament' | 'bracket'> & {
  rank: number | null
  isLive?: boolean | undefined
}

const words = stages.standings

/** The standings. Each row states why it ranks below the previous one (R-TB-8). */
export function Standings({ stage }: { stage: BracketRow }) {
  const rows = useLiveState((shown) => shown.live.rows)
  const official = useMemo(() => {
    const own = Object.values(rows.standing).filter(({ bracket }) => bracket === stage.id)
    return tableOf(stage, own)
  }, [rows.standing, stage])
  const [withRunning, setWithRunning] = useState(false)
  const liveStandings = useLiveStandings(stage.id, withRunning)
  const table: Ranked[] = withRunning && liveStandings ? liveStandings : official
  const isOpen = stage.isCreated && !stage.isComplete
  return (
    <Section id={`standings-${stage.id}`} title={words.title}>
      {isOpen && (
        <Switch
          className={forms.choice}
          label={words.withRunning}
          checked={withRunning}
          onChange={({ currentTarget }) => setWithRunning(currentTarget.checked)}
        />
      )}
      {table.length === 0 ? (
        <p className={forms.lead}>{words.none}</p>
      ) : (
        // Focusable, so that it can be scrolled by keyboard.
        <div className="scroll" role="region" aria-label={words.caption(stage.name)} tabIndex={0}>
          <Table captionSide="top">
            <Table.Caption ta="start">{words.caption(stage.name)}</Table.Caption>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{words.rank}</Table.Th>
                <Table.Th scope="col">{words.team}</Table.Th>
                <Table.Th scope="col" title={words.matchesHint}>
                  {words.matches}
                </Table.Th>
                <Table.Th scope="col" title={words.gamesHint}>
                  {words.games}
                </Table.Th>
                <Table.Th scope="col">{words.winPct}</Table.Th>
                <Table.Th scope="col">{words.why}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {table.map((row) => (
                <Row key={row.team} row={row} stage={stage} />
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      {stage.diceHash && (
        <p className={forms.lead}>
          {stage.dice ? words.dice : words.diceHash}{' '}
          <code className={forms.code}>{stage.dice ?? stage.diceHash}</code>
        </p>
      )}
    </Section>
  )
}

function Row({ row, stage }: { row: Ranked; stage: BracketRow }) {
  const name = useLiveState((shown) => teamName(shown.live.rows, row.team))
  const { matchesWon, matchesTied, matchesLost, gamesWon, gamesLost, gameWinPct } = row
  const place = row.sharedPlace ?? row.place
  const remarks = [
    place === null ? null : words.place(String(place)),
    stage.withdrawn.includes(row.team) ? words.withdrawn : null,
    row.isLive ? words.live : null,
  ].filter((remark) => remark !== null)
  return (
    <Table.Tr>
      <Table.Td>{rankText(stage, row)}</Table.Td>
      <Table.Th scope="row">
        {name}
        {remarks.length > 0 && <div className="hint">{remarks.join(' · ')}</div>}
      </Table.Th>
      <Table.Td className="nowrap">
        {matchesWon}-{matchesTied}-{matchesLost}
      </Table.Td>
      <Table.Td className="nowrap">
        {gamesWon}-{gamesLost}
      </Table.Td>
      <Table.Td className="nowrap">
        {gameWinPct === null ? words.dash : (gameWinPct * 100).toFixed(1)}
      </Table.Td>
      <Table.Td className={styles.why}>
        <DecidedBy row={row} />
      </Table.Td>
    </Table.Tr>
  )
}

function DecidedBy({ row: { decidedBy } }: { row: Ranked }) {
  const teamAbove = useLiveState((shown) => teamName(shown.live.rows, decidedBy?.over ?? null))
  if (!decidedBy) return null
  const { rule, values, skipped } = decidedBy
  const reason =
    rule === 'seed'
      ? words.seed(...values)
      : rule === 'tiebreak_match'
        ? words.tiebreak
        : rule === 'place'
          ? words.byPlace(...values)
          : rule === 'withdrawn'
            ? words.withdrawn
            : words.by(
                stages.form.tiebreakerNames[rule],
                shortDice(values[0]),
                shortDice(values[1]),
              )
  return (
    <>
      {words.below(teamAbove)}
      {reason}
      {skipped && words.skipped(withRuleNames(skipped))}
    </>
  )
}

/** Replaces the rule ids in the text by their names. */
function withRuleNames(skipped: string): string {
  return allTiebreakers.reduce(
    (text, rule) => text.replaceAll(rule, stages.form.tiebreakerNames[rule]),
    skipped,
  )
}

/** Shortens dice values. Their first digits distinguish them. */
function shortDice(value: string): string {
  return /^[0-9a-f]{32,}$/.test(value) ? `${value.slice(0, 8)}…` : value
}

/** Standings with running matches. No row has them; the server computes them (R-TB-2). */
function useLiveStandings(stage: number, isEnabled: boolean): Ranked[] | null {
  const path = '/api/tournament/bracket/:id/standings/'
  const answer = useLatest(isEnabled ? rest.get(path, { id: stage, live: 'true' }) : null)
  return answer && answer.standings.map(({ team, ...row }) => ({ ...row, team: team.id }))
}
