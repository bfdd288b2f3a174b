import { part } from './catalogue.ts'
import type { CommitLine } from '../../../../events/view/frames.ts'

/** By whom, where it is known. */
type By = CommitLine['by'] | null

function by(who: By, service = ''): string {
  if (who === 'person') return ' on another tablet'
  if (who === 'key') return ' by another program'
  return who === 'service' ? service : ''
}

/** Why a dialog or a sheet closed by itself: what it was about has changed. */
export const ending = part('ending', {
  gone: (match: string, who: By) => `${match} was removed${by(who)}.`,
  completed: (match: string, who: By) =>
    `${match} was completed${by(who, ' by the end of a game')}.`,
  reopened: (match: string, who: By) => `${match} was reopened${by(who)}.`,
  started: (match: string, who: By) =>
    `${match} was put on a cabinet${by(who, ' by the queue timer')}.`,
  stopped: (match: string, who: By) => `${match} was taken off its cabinet${by(who)}.`,
  teams: (match: string, who: By) => `The teams of ${match} were changed${by(who)}.`,
  score: (match: string, score: string, who: By) =>
    `The score of ${match} was changed${by(who, ' by the end of a game')}: it is ${score} now.`,
  other: (match: string, cabinet: string) => `${match} is on ${cabinet} now.`,
  busy: (match: string, why: string) => `${match} cannot be started now: ${why}.`,
  doubt: (match: string, doubt: string) => `Look at ${match} again. ${doubt}`,
  cabinet: (cabinet: string) => `Something else is next on ${cabinet} now. Look again.`,
  queue: (queue: string) => `${queue} was changed meanwhile. Look again.`,
  stage: (stage: string) => `${stage} was changed meanwhile. Look again.`,
  left: (team: string, stage: string) => `${team} are not in ${stage} any more.`,
  teamGone: (team: string) => `${team} were deleted meanwhile.`,
  draft: 'The draft went on meanwhile. Look again.',
})
