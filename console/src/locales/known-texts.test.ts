import { expect, test } from 'vitest'
import { matchRow } from '#test/support/console-session.ts'
import { attachGame } from '../officiate/match/attach-game.ts'
import { configure, payment } from '../core/text/organize/registration.ts'
import { draft, teams } from '../core/text/organize/teams.ts'
import { placement, templates } from '../core/text/organize/plan.ts'
import { stages } from '../core/text/organize/stages.ts'
import { groups, videos } from '../core/text/organize/venue.ts'
import * as press from '../core/presses/actions.ts'
import { menus, officiate, screenNames } from '../core/text/officiate/first-screen.ts'
import { failureText, queueText, referee } from '../core/text/officiate/referee.ts'
import { removal, settings } from '../core/text/organize/settings.ts'
import { byHand, editing, finished, games } from '../core/text/officiate/dialogs.ts'
import { text } from '../core/text/text.ts'

// Officials know these texts from handbooks and from years of use, so their wording does not change.

const match = matchRow({ id: 12, blueTeam: 10, goldTeam: 20, activeCabinet: 1 })
const queue = { id: 1, title: 'North' }
const cabinet = { id: 1, displayName: 'North' }
const game = { id: 1, winningTeam: 'blue', isWarmup: false }

test('a refused press says what could not be done', () => {
  const found = {
    blue: press.addScore(match, 'blue', 1)?.failure,
    gold: press.addScore(match, 'gold', -1)?.failure,
    swap: press.swap(match).failure,
    warmup: press.warmup(match, true).failure,
    choose: press.start(match, 1).failure,
    inactive: press.stop(match, 1).failure,
    next: press.selectNext(cabinet).failure,
    removeAll: press.removeAll(queue).failure,
    assignAll: press.assignAll(queue, [{ id: 1, name: 'Groups' }]).failure,
    game: attachGame(game, match, { isAttached: true, cabinet: 1 }).failure,
  }
  expect(found).toEqual({
    blue: 'Could not update Blue team score',
    gold: 'Could not update Gold team score',
    swap: 'Could not swap team sides',
    warmup: 'Could not set game as warm-up',
    choose: 'Could not assign match.',
    inactive: 'Could not unassign match',
    next: 'Could not start match in queue',
    removeAll: 'Could not empty queue.',
    assignAll: 'Could not assign matches to queue.',
    game: 'Could not add/remove game to current set',
  })
})

test.each([
  [text.apiFailed, 'API request failed.'],
  [text.notAuthorized, 'Not Authorized'],
  [text.cabinet.noGame, '(no game)'],
  [text.cabinet.ref, 'Ref'],
  [text.close, 'Close'],
  [text.match.versus('Bees', 'Wasps'), 'Bees vs. Wasps'],
  [text.match.unknownTeam, '(unknown team)'],
  [failureText.remove, 'Could not remove match from queue.'],
  [failureText.add, 'Could not add match to queue.'],
  [games.failedList, 'Could not retrieve recent games list'],
  [games.title('North'), 'Recent Games on North'],
  [officiate.failedActive, 'Could not retrieve active match'],
  [editing.failed, 'Could not update match scores'],
  [officiate.hideInactive, 'Hide Inactive Cabinets'],
  [officiate.showInactive, 'Show Inactive Cabinets'],
  [officiate.emptyOutside, 'No available matches found. Check your bracket on Challonge.'],
  [
    referee.empty,
    'No available matches found. Make sure stages have been created and teams are assigned to them.',
  ],
  [referee.complete, 'Match Complete'],
  [referee.completeOutside, 'Set Match Complete'],
  [referee.inactive, 'Inactive'],
  [referee.swap, 'Swap Blue/Gold'],
  [referee.reload, 'Reload Matches'],
  [referee.pause, 'Pause Match and remove from queue'],
  [referee.next.nothing, 'Next'],
  [queueText.noCurrent, 'No current match'],
  [queueText.removeAll, 'Remove All from Queue'],
  [queueText.assignAll('North'), 'Assign All to North'],
  [byHand.stageMissing, 'Tournament stage must be selected'],
  [finished.sent, 'Match result sent.'],
  [finished.swapped, 'Teams swapped and match result sent.'],
  [menus.officiate, 'Officiate'],
  [menus.organize, 'Organize'],
  [removal.menu, 'Delete Tournament'],
  [screenNames.settings, 'Basic Settings'],
  [screenNames.teams, 'Team & Player Management'],
  [screenNames.cabinets, 'Assigned Cabinets'],
  [settings.nameMissing, 'Tournament name is required'],
  [settings.dateMissing, 'Tournament date is required'],
  [configure.badData, 'Must be a valid data URI'],
  [configure.badUrl, 'Must be a valid URL'],
  [configure.stripeMissing, 'Stripe needs to be configured before payments can be accepted.'],
  [configure.optionNameless, 'Option name is required'],
  [configure.optionBlank, "Payment option name and price can't be blank"],
  [configure.questionMissing, 'Field description is required'],
  [stages.form.nameMissing, 'Stage name is required'],
  [stages.form.tooLong, 'Too long'],
  [teams.teamDeleted, 'Team deleted.'],
  [teams.playerDeleted, 'Player deleted.'],
  [stages.page.deleted('Groups'), 'Stage Groups deleted.'],
  [placement.saved, 'Placements saved.'],
  [draft.created, 'Teams created.'],
  [templates.saved('Fridays'), 'Template "Fridays" saved.'],
  [templates.loaded, 'Loaded tournament settings from template.'],
  [payment.updated, 'Payment account updated'],
  [groups.removed, 'Cabinet group deleted.'],
  [videos.copied, 'Copied video timestamps to clipboard.'],
])('%j keeps its wording', (found, known) => expect(found).toBe(known))
