import type { Instead } from '../../../../events/schema/command.ts'
import type { MatchRow } from '../../../../events/schema/rows.ts'
import type { Tables } from '../../core/live/rows.ts'
import { available, busyTeam, matchName, spoken, teamName } from '../../core/live/select.ts'
import { steps as words } from '../../core/text/sheets.ts'
import { pressText } from '../../core/text/pressed.ts'
import type { StepWithEvents } from './useSteps.ts'
import { rest } from '../../core/rest.ts'
import type { Write } from '../../core/rest.ts'

type Replacement = { label: string; write: Write }
/** What may have been meant: a few ways at once, and every match that it may have been. */
type Replacements = {
  choices: Replacement[]
  matches: { id: number; label: string }[]
  ofMatch: (match: number) => Write
  /** sides and match are put right where the match began */
  isOfGame: boolean
}
type ReplaceContext = { rows: Tables; step: StepWithEvents; instead: (by: Instead) => Write }

/** What a person may have meant instead of what was done (ux 9). */
export function replacements(rows: Tables, tournament: number, step: StepWithEvents): Replacements {
  const path = '/api/tournament/tournament/:id/replace/'
  const instead = (by: Instead): Write =>
    rest.put(path, { id: tournament }, { version: step.version, by })
  const match = matchOf(rows, step)
  const choices = match ? choicesOf({ rows, step, instead }, match) : []
  const isOfMatch = choices.length > 0 && step.command.type !== 'ForfeitMatch'
  const others = isOfMatch ? Object.values(rows.match) : []
  return {
    choices,
    matches: others
      .filter((one) => one.id !== match?.id && one.blueTeam !== null && one.goldTeam !== null)
      .toSorted((a, b) => a.bracket - b.bracket || a.matchNum - b.matchNum)
      .map((one) => ({ id: one.id, label: words.inStage(spoken(rows, one), one.stageName) })),
    ofMatch: (id) => instead({ match: id }),
    isOfGame:
      step.command.type === 'AddScore' || step.events.some(({ type }) => counts.includes(type)),
  }
}

const counts = ['GameCounted', 'GameAttached']

function matchOf(rows: Tables, { command, events }: StepWithEvents): MatchRow | undefined {
  if (command.type === 'AddScore') return command.by === 1 ? rows.match[command.match] : undefined
  if (command.type === 'SetScore' || command.type === 'ForfeitMatch') {
    return rows.match[command.match]
  }
  const event =
    events.find(({ type }) => counts.includes(type)) ??
    events.find(({ type }) => type === 'MatchStarted')
  // A game may have gone to another match since.
  const game = event?.['game']
  const played = typeof game === 'string' ? rows.played[game] : undefined
  return rows.match[played?.match ?? Number(event?.['match'])]
}

function choicesOf(told: ReplaceContext, match: MatchRow): Replacement[] {
  const { command, events } = told.step
  if (command.type === 'AddScore') return ofPoint(told, match, command.team)
  if (command.type === 'ForfeitMatch') return ofForfeit(told, match, command.teams)
  if (command.type === 'SetScore') return ofScore(told)
  const game = events.find(({ type }) => counts.includes(type))
  return game ? ofGame(told, match) : ofStart(told, match)
}

function ofPoint(
  { rows, step, instead }: ReplaceContext,
  match: MatchRow,
  team: number,
): Replacement[] {
  const colour = match.blueTeam === team ? 'gold' : 'blue'
  const other = match[`${colour}Team`]
  const isOn = match.activeCabinet !== null && step.undoable
  return [
    ...(other === null
      ? []
      : [
          {
            label: words.other(colour, teamName(rows, other)),
            write: instead({ team: other }),
          },
        ]),
    { label: isOn ? words.warmup : words.wasWarmup, write: instead({ warmup: true }) },
    ...(isOn ? [] : [{ label: words.nobody, write: instead({ nothing: true }) }]),
  ]
}

function ofScore({ instead }: ReplaceContext): Replacement[] {
  return [
    { label: words.scoreSwapped, write: instead({ swapped: true }) },
    { label: words.noScore, write: instead({ nothing: true }) },
  ]
}

function ofForfeit(
  { rows, instead }: ReplaceContext,
  match: MatchRow,
  losers: number[],
): Replacement[] {
  const others = [match.blueTeam, match.goldTeam].filter((team) => team !== null)
  return [
    ...others
      .filter((team) => !losers.includes(team))
      .map((team) => ({
        label: words.forfeitedBy(teamName(rows, team)),
        write: instead({ team }),
      })),
    { label: words.noForfeit, write: instead({ nothing: true }) },
  ]
}

/** Who won it is not in a match's row: the other of the two is offered by name. */
function ofGame({ rows, step, instead }: ReplaceContext, match: MatchRow): Replacement[] {
  const colour = step.wonBy === match.blueTeam ? 'gold' : 'blue'
  const other = match[`${colour}Team`]
  return [
    ...(other === null
      ? []
      : [
          {
            label: words.wonBy(colour, teamName(rows, other)),
            write: instead({ team: other }),
          },
        ]),
    { label: words.notCounted, write: instead({ warmup: true }) },
    { label: words.nobody, write: instead({ nothing: true }) },
  ]
}

/** The other match keeps the place, the start and the points of the wrong one (R-QT-3). */
function ofStart({ rows, instead }: ReplaceContext, wrong: MatchRow): Replacement[] {
  const cabinet = wrong.activeCabinet
  const isUnplayed = wrong.blueScore + wrong.goldScore === 0
  const short = matchName(rows, wrong)
  const path = '/api/tournament/match/:id/replace/'
  const others =
    cabinet === null || !isUnplayed
      ? []
      : available(rows).filter((match) => !busyTeam(rows, match, cabinet))
  const isOn = cabinet !== null && isUnplayed
  return [
    ...others.map((match): Replacement => {
      return {
        label: words.match(spoken(rows, match)),
        write: rest.put(path, { id: wrong.id }, { match: match.id }),
      }
    }),
    ...(isOn && wrong.isWarmup
      ? []
      : [
          {
            label: isOn ? pressText.warmupOn(short) : words.firstWarmup,
            write: instead({ warmup: true }),
          },
        ]),
    ...(isUnplayed ? [] : [{ label: words.swapped(short), write: instead({ swapped: true }) }]),
  ]
}
