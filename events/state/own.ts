import type { tournamentSchema } from '../schema/nouns/tournament.ts'
import type { Records, SceneId, TeamId } from '../ids.ts'
import type { ProtestDeadline, RulingSigners } from '../schema/parts/ruling.ts'
import type { LinkType } from '../schema/parts/stage-settings.ts'
import type { NounState } from './noun.ts'
import type { Timers } from './queue.ts'

/** What the tournament itself is, beside its tables. */
export type Own = {
  scene: SceneId
  name: string
  slug: string
  date: string
  linkType: LinkType
  isActive: boolean
  protestDeadline: ProtestDeadline
  rulingSigners: RulingSigners
  deleted: boolean
  /**
   * the tournament is imported from another Waggle with its history, in so many commits (R-IM-1)
   */
  imported?: { commits: number; rollsAs: Records<TeamId, number> }
}

export const ownState: NounState<typeof tournamentSchema, Own, { timers: Timers }> = {
  empty: {
    scene: 0,
    name: '',
    slug: '',
    date: '',
    linkType: 'hivemind',
    isActive: true,
    protestDeadline: 'next_match',
    rulingSigners: 'one',
    deleted: false,
  },
  on: {
    TournamentCreated: (_, { scene, name, slug, date, linkType }) => {
      return { scene, name, slug, date, linkType }
    },
    TournamentImported: (_, { commits, rollsAs }) => {
      return { imported: { commits, rollsAs: Object.fromEntries(rollsAs) } }
    },
    TournamentChanged: (_, { type: __, v: ___, ...changes }) => changes,
    TournamentDeleted: () => ({ deleted: true, isActive: false, timers: {} }),
  },
}
