import { part } from '../catalogue.ts'
import type { CommitLine } from '../../../../../events/view/frames.ts'

/** The author of a change, if it is known. */
type By = CommitLine['by'] | null

function by(author: By, service = ''): string {
  if (author === 'person') return ' on another tablet'
  if (author === 'key') return ' by another program'
  return author === 'service' ? service : ''
}

/** Why a dialog or a sheet closed by itself: its subject was changed. */
export const ending = part('ending', {
  gone: (match: string, author: By) => `${match} was removed${by(author)}.`,
  completed: (match: string, author: By) =>
    `${match} was completed${by(author, ' by the end of a game')}.`,
  reopened: (match: string, author: By) => `${match} was reopened${by(author)}.`,
  started: (match: string, author: By) =>
    `${match} was put on a cabinet${by(author, ' by the queue timer')}.`,
  stopped: (match: string, author: By) => `${match} was taken off its cabinet${by(author)}.`,
  teams: (match: string, author: By) => `The teams of ${match} were changed${by(author)}.`,
  score: (match: string, score: string, author: By) =>
    `The score of ${match} was changed${by(author, ' by the end of a game')}: it is ${score} now.`,
  other: (match: string, cabinet: string) => `${match} is on ${cabinet} now.`,
  busy: (match: string, why: string) => `${match} cannot be started now: ${why}.`,
  doubt: (match: string, doubt: string) => `Check ${match} again. ${doubt}`,
  cabinet: (cabinet: string) => `Something else is next on ${cabinet} now. Please check it.`,
  queue: (queue: string) => `${queue} has been changed in the meantime. Please check it.`,
  stage: (stage: string) => `${stage} has been changed in the meantime. Please check it.`,
  left: (team: string, stage: string) => `${team} are no longer in ${stage}.`,
  teamGone: (team: string) => `${team} have been deleted in the meantime.`,
  draft: 'The draft has moved on in the meantime. Please check it.',
})
