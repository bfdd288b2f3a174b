import '@mantine/core/styles/Input.layer.css'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useLoaderData } from '@tanstack/react-router'
import { useState } from 'react'
import type { MatchRow } from '#events/schema/rows.ts'
import { rest } from '../../core/rest.ts'
import type { CabinetBody } from '../../core/rest.ts'
import { useLiveSession, useLiveState } from '../../core/live/LiveTournament.tsx'
import { isShownAhead } from '../../core/presses/pending-command.ts'
import type { PendingCommand } from '../../core/presses/pending-command.ts'
import { matchTitle } from '../../core/live/select.ts'
import { startableMatches } from '../../core/live/select-for-officials.ts'
import { useDoubleTapGuard } from '../../hooks/useDoubleTapGuard.ts'
import { useHeldValue } from '../../hooks/useHeldValue.ts'
import {
  byHand,
  games as words,
  byHand as newMatchWords,
} from '../../core/text/officiate/dialogs.ts'
import { said } from '../../core/text/catalogue.ts'
import { text } from '../../core/text/text.ts'
import { pairedOf, useUser } from '../../core/session-user.ts'
import { GameWords } from './GameWords.tsx'
import cards from '../../ui/live/CabinetCards.module.css'
import styles from './Games.module.css'
import { attachGame } from './attach-game.ts'
import { useRecentGames } from './useRecentGames.ts'
import type { RecentGame } from './useRecentGames.ts'
import { isByHand } from '#events/rules/stage-types/stage-types.ts'
import { byName } from '../../core/by-name.ts'
import { EditForm } from '../../ui/form/EditForm.tsx'
import { required } from '../../hooks/form/edited-fields.ts'
import { useSavedForm } from '../../query/useSavedForm.ts'
import { colours } from '#events/game/map/colour.ts'
import { Sheet } from '../../ui/Dialog.tsx'
import sheetStyles from '../../ui/Sheet.module.css'
import { rowChoices } from '../../ui/form/choices.ts'

const none = ''
const check = required<Fields>({ bracket: newMatchWords.stageMissing })

const maxGames = 5
type Props = { cabinet: CabinetBody; active: MatchRow | undefined }

/** The latest games of a cabinet, to attach to the selected match or detach from it (R-GE-7). */
export default function ManualGames({ cabinet, active }: Props) {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const { match, matches, choose } = useSelectedMatch(active)
  const [isMaking, setMaking] = useState(false)
  const paired = useUser(pairedOf)
  const query = { tournament: tournament.id, match: match?.id ?? null, count: maxGames }
  const { games, hasFailed, reload } = useRecentGames(cabinet.id, query)
  const { shown: heldGames, hold } = useHeldValue(games)
  return (
    <section
      className={styles.section}
      aria-label={words.title(cabinet.displayName)}
      onPointerDownCapture={hold}
    >
      <header className={styles.head}>
        <h2>{words.title(cabinet.displayName)}</h2>
        {!paired && (
          <Button variant="subtle" className={styles.make} onClick={() => setMaking(true)}>
            {byHand.open}
          </Button>
        )}
      </header>
      <NativeSelect
        label={words.goesTo}
        className={styles.selected}
        value={match?.id ?? ''}
        onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
        data={[
          ...(match ? [] : [{ value: '', label: words.nowhere }]),
          ...matches.map(({ id, label }) => ({ value: `${id}`, label })),
        ]}
      />
      {hasFailed && (
        <p className={cards.failed} role="alert">
          {words.failedList}
          <Button variant="default" className={styles.make} onClick={() => void reload()}>
            {text.retry}
          </Button>
        </p>
      )}
      {heldGames?.length === 0 && <p className="dim">{words.none(cabinet.displayName)}</p>}
      {heldGames !== null && heldGames.length > 0 && !match && (
        <p className="dim">{words.chooseFirst}</p>
      )}
      <ul className={styles.list}>
        {(heldGames ?? []).map((game) => (
          <Game key={game.id} game={game} match={match} cabinet={cabinet.id} />
        ))}
      </ul>
      {isMaking && <NewMatch onClose={() => setMaking(false)} />}
    </section>
  )
}

/** The match on the cabinet, or the one that was chosen, until the cabinet's match changes. */
function useSelectedMatch(active: MatchRow | undefined) {
  const rows = useLiveState((state) => state.live.rows)
  const [chosen, setChosen] = useState<{ match: number; active: number | undefined } | null>(null)
  const open = [...(active ? [active] : []), ...startableMatches(rows)]
  const chosenId = chosen && chosen.active === active?.id ? chosen.match : undefined
  const label = (match: MatchRow) =>
    match === active ? words.here(matchTitle(rows, match)) : matchTitle(rows, match)
  return {
    match: open.find(({ id }) => id === chosenId) ?? active,
    matches: open.map((match) => ({ id: match.id, label: label(match) })),
    choose: (match: number) => setChosen({ match, active: active?.id }),
  }
}

type GameProps = { game: RecentGame; match: MatchRow | undefined; cabinet: number }

function Game({ game, match, cabinet }: GameProps) {
  const { press } = useLiveSession()
  const once = useDoubleTapGuard()
  const pending = useLiveState(({ presses }) => pendingAttachment(presses, game.id))
  const isAttached = pending ?? (match !== undefined && game.tournamentMatch === match.id)
  const why = match && game.why ? said(game.whyMessage, game.why) : null
  const isOff = !match || !game.available
  return (
    <li>
      <button
        type="button"
        className={styles.game}
        aria-pressed={isAttached}
        data-unconfirmed={pending !== null || undefined}
        disabled={isOff}
        onClick={() =>
          match &&
          pending === null &&
          once(() => press(attachGame(game, match, { isAttached: !isAttached, cabinet })))
        }
      >
        <GameWords game={game} />
        {isAttached && (
          <span className={styles.state}>{game.isWarmup ? words.warmup : words.attached}</span>
        )}
        {why && <span className={styles.why}>{why}</span>}
      </button>
    </li>
  )
}

/** Whether a pending press attaches or detaches a game; null: none is pending. */
function pendingAttachment(presses: PendingCommand[], game: number): boolean | null {
  const last = presses.findLast(({ command, ...press }) => {
    return command.type === 'ClickGame' && command.game === game && isShownAhead(press.state)
  })
  return last?.command.type === 'ClickGame' ? last.command.isAttached : null
}

type Fields = { bracket: string; blueTeam: string; goldTeam: string; roundName: string }

/** Creates a match in a stage whose matches are made by hand (R-CU-1). */
function NewMatch({ onClose }: { onClose: () => void }) {
  const brackets = useLiveState((state) => state.live.rows.bracket)
  const teams = useLiveState((state) => state.live.rows.team)
  const stages = Object.values(brackets).filter(isByHand)
  const onlyStage = stages.length === 1 ? `${stages[0]?.id}` : none
  const form = useSavedForm<Fields>({
    server: { bracket: onlyStage, blueTeam: none, goldTeam: none, roundName: '' },
    check: (values) => ({ ...check(values), ...sameTeamError(values) }),
  })
  const options = Object.values(teams)
    .toSorted(byName)
    .map((team) => ({ value: `${team.id}`, label: team.name }))

  async function make(_: unknown, { bracket, blueTeam, goldTeam, roundName }: Fields) {
    const idOf = (team: string) => (team === none ? null : Number(team))
    const body = {
      bracket: Number(bracket),
      blueTeam: idOf(blueTeam),
      goldTeam: idOf(goldTeam),
      roundName: roundName.trim(),
    }
    await form.save(rest.post('/api/tournament/match/', {}, body), onClose)
  }

  return (
    <Sheet onClose={onClose} title={newMatchWords.title} size="md" zIndex={400}>
      <div className={sheetStyles.form}>
        {stages.length === 0 && <p className="dim">{newMatchWords.noStage}</p>}
        <EditForm
          form={form}
          onSave={make}
          failed={newMatchWords.failed}
          button={newMatchWords.make}
          isNarrow
        >
          <NativeSelect
            label={newMatchWords.stage}
            required
            data-autofocus
            data={rowChoices('', stages)}
            {...form.field('bracket')}
          />
          {colours.map((colour) => (
            <NativeSelect
              key={colour}
              label={newMatchWords.team(colour)}
              data={[{ value: none, label: newMatchWords.unknown }, ...options]}
              {...form.field(`${colour}Team`)}
            />
          ))}
          <TextInput label={newMatchWords.round} {...form.field('roundName')} />
        </EditForm>
      </div>
    </Sheet>
  )
}

function sameTeamError({ blueTeam, goldTeam }: Fields): Record<string, string> {
  return blueTeam !== none && blueTeam === goldTeam ? { goldTeam: newMatchWords.twice } : {}
}
