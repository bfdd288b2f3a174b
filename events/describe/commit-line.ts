import { matchIn } from '../bracket/bracket.ts'
import { englishOfRows } from '../messages/english-of-rows.ts'
import { say } from '../messages/message.ts'
import type { Message } from '../messages/message.ts'
import type { Command } from '../schema/command.ts'
import type { Commit } from '../schema/commit.ts'
import { publicIdOf } from '../public-command-id.ts'
import type { Match } from '../state/match.ts'
import type { Tournament } from '../state/tournament.ts'
import type { CommitLine } from '../view/frames.ts'
import { commandInfo } from './commands.ts'
import { touchedBy } from './touched.ts'
import type { CommitStep } from './touched.ts'

/** A commit as frames carry it, for the last-action bar. */
export function commitLineOf(step: CommitStep): CommitLine {
  const { after, commit } = step
  const { id, by, device = null, command } = commit
  const { matches, cabinets, undone } = touchedBy(step)
  const info = commandInfo(command.type)
  // A note of the Challonge service is no action of an official.
  const isNote = info.isNote === true
  const message = publicMessage(after, commit)
  return {
    id: publicIdOf(id),
    by: by.kind,
    device,
    text: englishOfRows(message),
    message,
    undoes: command.type === 'Undo' ? command.version : null,
    ...(undone.length > 1 ? { undone } : {}),
    ...(info.by === 'admin' ? { needs: 'admin' } : {}),
    matches: isNote ? [] : matches,
    cabinets: isNote ? [] : cabinets,
  }
}

/** A commit in one line: `+1 Gold in M12`. `t` is the state after it. */
export function publicMessage(t: Tournament, commit: Commit): Message {
  const reviewed = underReview(t, commit.command)
  return reviewed ? say('underReview', { match: matchIn(t, reviewed) }) : officialMessage(t, commit)
}

/** The same for readers who may see everything, such as officials. */
export function officialMessage(t: Tournament, commit: Commit): Message {
  const { says } = commandInfo(commit.command.type)
  return typeof says === 'string' ? say(says) : says(t, commit.command, commit)
}

/** The match of a command if it is under review: the public must not see its changes (R-CMD-4). */
function underReview(t: Tournament, command: Command): Match | null {
  const game = 'game' in command ? t.games[command.game]?.match : undefined
  const disputed = 'protest' in command ? t.protests[command.protest]?.match : undefined
  const match = t.matches[('match' in command ? command.match : (game ?? disputed)) ?? 0]
  return match?.review ? match : null
}
