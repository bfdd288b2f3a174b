import { StageSettings } from '../../events/stage.ts'
import type { Store } from '../store/index.ts'
import { notFound } from '../web/index.ts'

export async function readBracket({ db }: Store, id: number) {
  const [bracket, matches] = await Promise.all([
    db.selectFrom('view.bracket').selectAll().where('id', '=', id).executeTakeFirst(),
    db.selectFrom('view.match').selectAll().where('bracket', '=', id).orderBy('id').execute(),
  ])
  if (!bracket) throw notFound()
  return { ...bracket, matches }
}

/** The settings among a stage's columns. */
export function settingsOf(bracket: StageSettings): StageSettings {
  return StageSettings.parse(bracket)
}

/** Why a stage cannot be played yet, in words; empty when it can (spec section 7). */
export function problemsOf(
  bracket: StageSettings & { seeds: unknown[]; isCreated: boolean },
): string[] {
  const { stageType, seeds, isCreated } = bracket
  const problems: string[] = []
  if (stageType === null) problems.push('Choose a type for this stage.')
  if (stageType !== null && seeds.length < 2) problems.push('Assign at least two teams.')
  if (stageType === 'single_elim' && bracket.thirdPlaceMatch && seeds.length < 4) {
    problems.push('A match for third place needs at least four teams.')
  }
  if (problems.length === 0 && !isCreated) problems.push('Create the matches.')
  return problems
}
