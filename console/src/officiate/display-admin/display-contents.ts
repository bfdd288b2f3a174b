import type { BracketRow } from '#events/schema/rows.ts'
import { to } from '../../core/addresses.ts'
import type { CabinetBody, TournamentBody } from '../../core/rest.ts'
import { displays as text } from '../../core/text/organize/venue.ts'
import type { DisplayContent, ContentName } from '../../display/display-target.ts'

/** Something a display can show of a tournament, with the fixed address that always shows it. */
export type Choice = { key: string; label: string; role: DisplayContent; path: string }
type ChoiceSources = { tournament: TournamentBody; cabinets: CabinetBody[]; stages: BracketRow[] }

export function choicesOf({ tournament, cabinets, stages }: ChoiceSources): Choice[] {
  const base = to.tournament(tournament)
  const choice = (
    name: ContentName,
    label: string,
    path: string,
    of: Partial<DisplayContent> = {},
  ): Choice => {
    const role = { name, tournament: tournament.id, cabinet: null, stage: null, ...of }
    return { key: keyOf(role), label, role, path: `${base}/${path}` }
  }
  return [
    choice('queue-board', text.option['queue-board'], 'display/queue-board'),
    choice('now-playing', text.option['now-playing'], 'display/now-playing'),
    choice('bracket', text.option.bracket, 'display/bracket'),
    ...stages.map(({ id, name }) =>
      choice('bracket', text.option.stage(name), `display/bracket/${id}`, { stage: id }),
    ),
    ...cabinets.map(({ id, displayName }) =>
      choice('cabinet', text.option.cabinet(displayName), `display/cabinet/${id}`, { cabinet: id }),
    ),
    ...cabinets.map(({ id, displayName }) =>
      choice('overlay', text.option.overlay(displayName), `overlay/${id}`, { cabinet: id }),
    ),
  ]
}

export function keyOf({
  name,
  tournament,
  cabinet,
  stage,
}: Omit<DisplayContent, 'others'>): string {
  return [tournament, name, cabinet ?? '', stage ?? ''].join(' ')
}
