import { say } from '#events/messages/message.ts'
import { teamWords } from '#events/game/map/field.ts'
import type { Games } from './read-tables.ts'
import { readEvents, winConditions } from './read-tables.ts'
import type { GameLine } from './read-tables.ts'
import { wrongIn } from './zip.ts'

/**
 * Checks that every game can be replayed, that is, has a gamestart and a victory, and that a victory
 * is the result in `game.csv`: pages of games show the one, and matches count the other.
 */
export async function checkEvents(zip: Uint8Array, games: Games): Promise<number> {
  let events = 0
  const typesOf = new Map<string, Set<string>>()
  /** the one that is the result, otherwise the first one */
  const victoryOf = new Map<string, Victory>()
  for await (const { game: id, event } of readEvents(zip, games)) {
    events++
    if (event.type !== 'gamestart' && event.type !== 'victory') continue
    typesOf.set(id, (typesOf.get(id) ?? new Set()).add(event.type))
    const [colour = '', condition] = event.values
    const winner = event.type === 'victory' ? teamWords[colour] : undefined
    if (!winner) continue
    const victory = { winner, condition }
    if (!victoryOf.has(id) || isResultOf(games.get(id)!, victory)) victoryOf.set(id, victory)
  }
  for (const [id, game] of games) {
    if (typesOf.get(id)?.size !== 2) {
      throw wrongIn('gameevent.csv', say('eventsMissing', { game: id }))
    }
    const victory = victoryOf.get(id)
    if (!victory || isResultOf(game, victory)) continue
    const { winningTeam, winCondition } = game
    const { winner, condition } = victory
    const is = { team: winningTeam, condition: winCondition }
    const was = { otherTeam: winner, otherCondition: `${condition}` }
    throw wrongIn('game.csv', say('resultDiffers', { game: id, ...is, ...was }))
  }
  return events
}

type Victory = { winner: 'blue' | 'gold'; condition: string | undefined }

function isResultOf({ winningTeam, winCondition }: GameLine, victory: Victory): boolean {
  const isConditionKnown = winConditions.has(victory.condition ?? '')
  return victory.winner === winningTeam && (!isConditionKnown || victory.condition === winCondition)
}
