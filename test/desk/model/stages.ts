// Teams, stages, and matches made from seeds or by hand.
import type { CommandOf } from '../../../events/schema/command.ts'
import { bracketFor, isByHand, matchesFor, newMatch, sendTo, takeAway } from './model.ts'
import type { Comes, Model, PaperStage } from './model.ts'
import { matchesIn, teamsOn, wasPlayed } from './who-plays.ts'
import { done, find, nothing } from './verdict.ts'
import type { Around, Verdict } from './verdict.ts'

export function addTeam(paper: Model, { ids }: Around): Verdict {
  paper.teams.push(ids[0]!)
  return done
}

export function removeTeam(paper: Model, { team }: CommandOf<'RemoveTeam'>): Verdict {
  if (!paper.teams.includes(team)) return 'NO_SUCH_TEAM'
  const isTeam = (comes: Comes) => 'team' in comes && comes.team === team
  const isUsed = paper.stages.some(
    (stage) => matchesIn(paper, stage).length > 0 && stage.seeds.some(isTeam),
  )
  if (isUsed || paper.matches.some((match) => match.sides.some(isTeam))) return 'TEAM_IN_USE'
  for (const stage of paper.stages) stage.seeds = stage.seeds.filter((seed) => !isTeam(seed))
  paper.teams = paper.teams.filter((one) => one !== team)
  return done
}

export function createStage(
  paper: Model,
  { settings }: CommandOf<'CreateStage'>,
  { ids, dice }: Around,
): Verdict {
  paper.stages.push({ id: ids[0]!, settings, seeds: [], dice })
  return done
}

/** Other seeds before anything was played: the matches made of the old ones go (R-PL-3). */
export function seedStage(paper: Model, command: CommandOf<'SeedStage'>): Verdict {
  const stage = paper.stages.find((one) => one.id === command.stage)
  if (!stage) return 'NO_SUCH_STAGE'
  if (command.teams.some((team) => !paper.teams.includes(team))) return 'NO_SUCH_TEAM'
  if (new Set(command.teams).size < command.teams.length) return 'TEAM_TWICE'
  const seeds = command.teams.map((team) => ({ team }))
  if (JSON.stringify(seeds) === JSON.stringify(stage.seeds)) return nothing
  if (!isByHand(stage)) {
    if (isStarted(paper, stage)) return ungenerated({ ...stage, seeds }) ?? 'STAGE_STARTED'
    takeAway(paper, idsIn(paper, stage))
  }
  stage.seeds = seeds
  return done
}

export function createMatches(
  paper: Model,
  command: CommandOf<'CreateMatches'>,
  { ids }: Around,
): Verdict {
  const stage = paper.stages.find((one) => one.id === command.stage)
  if (!stage) return 'NO_SUCH_STAGE'
  const refused = ungenerated(stage)
  if (refused) return refused
  if (isStarted(paper, stage)) return 'STAGE_STARTED'
  takeAway(paper, idsIn(paper, stage))
  paper.matches.push(...matchesFor(stage, ids))
  return done
}

/** R-CU-1, R-BR-5 */
function ungenerated(stage: PaperStage): Verdict | null {
  if (isByHand(stage)) return 'NOTHING_TO_GENERATE'
  if (stage.seeds.length < 2) return 'TOO_FEW_TEAMS'
  const { stageType, thirdPlaceMatch } = stage.settings
  if (stageType === 'single_elim' && thirdPlaceMatch && stage.seeds.length < 4) {
    return 'NO_THIRD_PLACE'
  }
  return bracketFor(stage) ? null : 'NOT_PRINTED'
}

function idsIn(paper: Model, stage: PaperStage): number[] {
  return matchesIn(paper, stage).map((match) => match.id)
}

function isStarted(paper: Model, stage: PaperStage): boolean {
  return matchesIn(paper, stage).some(wasPlayed)
}

/** R-CU-1: made by hand, of teams or of who wins or loses an older match. */
export function addMatch(paper: Model, command: CommandOf<'AddMatch'>, { ids }: Around): Verdict {
  const stage = paper.stages.find((one) => one.id === command.stage)
  if (!stage) return 'NO_SUCH_STAGE'
  if (!isByHand(stage)) return 'STAGE_GENERATED'
  const { blue, gold } = command
  const wrong = unfit(paper, stage, blue) ?? unfit(paper, stage, gold)
  if (wrong) return wrong
  if (!('open' in blue) && JSON.stringify(blue) === JSON.stringify(gold)) return 'TEAM_TWICE'
  const nums = matchesIn(paper, stage).map((match) => match.num)
  const match = newMatch(stage.id, ids[0]!, Math.max(0, ...nums) + 1, [{ ...blue }, { ...gold }])
  const [one, two] = teamsOn(paper, match)
  if (one !== null && one === two) return 'TEAM_TWICE'
  sendTo(paper.matches, match)
  paper.matches.push(match)
  for (const comes of [blue, gold]) {
    const isNew = !stage.seeds.some((seed) => JSON.stringify(seed) === JSON.stringify(comes))
    if ('team' in comes && isNew) stage.seeds.push({ team: comes.team })
  }
  return done
}

function unfit(paper: Model, stage: PaperStage, comes: Comes): Verdict | null {
  if ('team' in comes) return paper.teams.includes(comes.team) ? null : 'NO_SUCH_TEAM'
  if (!('winnerOf' in comes) && !('loserOf' in comes)) return null
  const wins = 'winnerOf' in comes
  const source = find(paper, wins ? comes.winnerOf : comes.loserOf)
  if (!source || source.stage !== stage.id) return 'NO_SUCH_MATCH'
  if (source.result && source.result.winner === null && !source.result.forfeit) return 'NO_WINNER'
  return (wins ? source.winnerTo : source.loserTo) === null ? null : 'WAY_TAKEN'
}

export function removeMatch(paper: Model, command: CommandOf<'RemoveMatch'>): Verdict {
  const match = find(paper, command.match)
  const stage = paper.stages.find((one) => one.id === match?.stage)
  if (!match || !stage) return 'NO_SUCH_MATCH'
  if (!isByHand(stage)) return 'STAGE_GENERATED'
  if (wasPlayed(match)) return 'MATCH_STARTED'
  const waitsFor = (comes: Comes) =>
    ('winnerOf' in comes && comes.winnerOf === match.id) ||
    ('loserOf' in comes && comes.loserOf === match.id)
  if (paper.matches.some((one) => one.sides.some(waitsFor))) return 'MATCH_AWAITED'
  takeAway(paper, [match.id])
  return done
}
