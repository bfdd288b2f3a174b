import { matchLabelIn } from '../bracket/bracket.ts'
import type { Command } from '../schema/command.ts'
import type { Commit } from '../schema/commit.ts'
import { publicIdOf } from '../schema/public-command-id.ts'
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
  return {
    id: publicIdOf(id),
    by: by.kind,
    device,
    text: commitText(after, commit),
    undoes: command.type === 'Undo' ? command.version : null,
    ...(undone.length > 1 ? { undone } : {}),
    ...(info.by === 'admin' ? { needs: 'admin' } : {}),
    matches: isNote ? [] : matches,
    cabinets: isNote ? [] : cabinets,
  }
}

/** A commit in one line: `+1 Gold in M12`. `t` is the state after it. */
export function commitText(t: Tournament, commit: Commit): string {
  const reviewed = underReview(t, commit.command)
  return reviewed ? `${matchLabelIn(t, reviewed)} is under review` : fullCommitText(t, commit)
}

/** The same for readers who may see everything, such as officials. */
export function fullCommitText(t: Tournament, commit: Commit): string {
  const { words } = commandInfo(commit.command.type)
  return typeof words === 'string' ? words : words(t, commit.command, commit)
}

/** The match of a command if it is under review: the public must not see its changes (R-CMD-4). */
function underReview(t: Tournament, command: Command): Match | null {
  const game = 'game' in command ? t.games[command.game]?.match : undefined
  const disputed = 'protest' in command ? t.protests[command.protest]?.match : undefined
  const match = t.matches[('match' in command ? command.match : (game ?? disputed)) ?? 0]
  return match?.review ? match : null
}
