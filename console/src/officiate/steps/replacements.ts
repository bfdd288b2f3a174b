import type { StepReplacement } from '#events/schema/command.ts'
import type { MatchRow } from '#events/schema/rows.ts'
import type { Tables } from '../../core/live/rows.ts'
import { matchName, matchTitle, teamName } from '../../core/live/select.ts'
import { startableMatches, busyTeam } from '../../core/live/select-for-officials.ts'
import { steps as words } from '../../core/text/officiate/dialogs.ts'
import { pressText } from '../../core/text/officiate/referee.ts'
import type { StepWithEvents } from './useSteps.ts'
import { rest } from '../../core/rest.ts'
import type { Write } from '../../core/rest.ts'

type Replacement = { label: string; write: Write }
/** The possible replacements of a step: a few direct choices, and the matches it may have meant. */
type Replacements = {
  choices: Replacement[]
  matches: { id: number; label: string }[]
  ofMatch: (match: number) => Write
  /** the step counted a game or a point: wrong sides or a wrong match are corrected at the start */
  isOfGame: boolean
}
type ReplaceContext = {
  rows: Tables
  step: StepWithEvents
  instead: (by: StepReplacement) => Write
}

/** The replacements that are offered for a step (ux 9). */
export function replacements(rows: Tables, tournament: number, step: StepWithEvents): Replacements {
  const path = '/api/tournament/tournament/:id/replace/'
  const instead = (by: StepReplacement): Write =>
    rest.put(path, { id: tournament }, { version: step.version, by })
  const match = matchOf(rows, step)
  const choices = match ? choicesOf({ rows, step, instead }, match) : []
  const isOfMatch = choices.length > 0 && step.command.type !== 'ForfeitMatch'
  const others = isOfMatch ? Object.values(rows.match) : []
  return {
    choices,
    matches: others
      .filter((row) => row.id !== match?.id && row.blueTeam !== null && row.goldTeam !== null)
      .toSorted((a, b) => a.bracket - b.bracket || a.matchNum - b.matchNum)
      .map((row) => ({ id: row.id, label: words.inStage(matchTitle(rows, row), row.stageName) })),
    ofMatch: (id) => instead({ match: id }),
    isOfGame:
      step.command.type === 'AddScore' ||
      step.events.some(({ type }) => countingEvents.includes(type)),
  }
}

const countingEvents = ['GameCounted', 'GameAttached']

function matchOf(rows: Tables, { command, events }: StepWithEvents): MatchRow | undefined {
  if (command.type === 'AddScore') return command.by === 1 ? rows.match[command.match] : undefined
  if (command.type === 'SetScore' || command.type === 'ForfeitMatch') {
    return rows.match[command.match]
  }
  const event =
    events.find(({ type }) => countingEvents.includes(type)) ??
    events.find(({ type }) => type === 'MatchStarted')
  // A game may have gone to another match since.
  const game = event?.['game']
  const played = typeof game === 'string' ? rows.played[game] : undefined
  return rows.match[played?.match ?? Number(event?.['match'])]
}

function choicesOf(context: ReplaceContext, match: MatchRow): Replacement[] {
  const { command, events } = context.step
  if (command.type === 'AddScore') return pointReplacements(context, match, command.team)
  if (command.type === 'ForfeitMatch') return forfeitReplacements(context, match, command.teams)
  if (command.type === 'SetScore') return scoreReplacements(context)
  const game = events.find(({ type }) => countingEvents.includes(type))
  return game ? gameReplacements(context, match) : startReplacements(context, match)
}

function pointReplacements(
  { rows, step, instead }: ReplaceContext,
  match: MatchRow,
  team: number,
): Replacement[] {
  const colour = match.blueTeam === team ? 'gold' : 'blue'
  const other = match[`${colour}Team`]
  const isActive = match.activeCabinet !== null && step.undoable
  return [
    ...(other === null
      ? []
      : [
          {
            label: words.other(colour, teamName(rows, other)),
            write: instead({ team: other }),
          },
        ]),
    { label: isActive ? words.warmup : words.wasWarmup, write: instead({ warmup: true }) },
    ...(isActive ? [] : [{ label: words.nobody, write: instead({ nothing: true }) }]),
  ]
}

function scoreReplacements({ instead }: ReplaceContext): Replacement[] {
  return [
    { label: words.scoreSwapped, write: instead({ swapped: true }) },
    { label: words.noScore, write: instead({ nothing: true }) },
  ]
}

function forfeitReplacements(
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

/** The row does not say who won the game, so the team other than `wonBy` is offered by name. */
function gameReplacements({ rows, step, instead }: ReplaceContext, match: MatchRow): Replacement[] {
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

/** The other match takes over the cabinet, the start and the points of the wrong one (R-QT-3). */
function startReplacements({ rows, instead }: ReplaceContext, wrong: MatchRow): Replacement[] {
  const cabinet = wrong.activeCabinet
  const isUnplayed = wrong.blueScore + wrong.goldScore === 0
  const name = matchName(rows, wrong)
  const path = '/api/tournament/match/:id/replace/'
  const others =
    cabinet === null || !isUnplayed
      ? []
      : startableMatches(rows).filter((match) => !busyTeam(rows, match, cabinet))
  const isActive = cabinet !== null && isUnplayed
  return [
    ...others.map((match): Replacement => {
      return {
        label: words.match(matchTitle(rows, match)),
        write: rest.put(path, { id: wrong.id }, { match: match.id }),
      }
    }),
    ...(isActive && wrong.isWarmup
      ? []
      : [
          {
            label: isActive ? pressText.warmupOn(name) : words.firstWarmup,
            write: instead({ warmup: true }),
          },
        ]),
    ...(isUnplayed ? [] : [{ label: words.swapped(name), write: instead({ swapped: true }) }]),
  ]
}
