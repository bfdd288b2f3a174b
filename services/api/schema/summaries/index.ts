import type { Routes } from '../routes.ts'
import { accountSummaries } from './account.ts'
import { gameSummaries } from './game.ts'
import { matchSummaries } from './match.ts'
import { playerSummaries } from './player.ts'
import { tournamentSummaries } from './tournament.ts'
import { venueSummaries } from './venue.ts'
import { webhookSummaries } from './webhook.ts'

/**
 * What each route does, for the OpenAPI document. Apart from the schemas, so that those stay short
 * to read; the compiler names a route without a summary, and a summary without a route.
 */
const summaries = {
  ...accountSummaries,
  ...gameSummaries,
  ...matchSummaries,
  ...playerSummaries,
  ...tournamentSummaries,
  ...venueSummaries,
  ...webhookSummaries,
} satisfies Record<keyof Routes, string>

export function summaryOf(key: keyof Routes): string {
  return summaries[key]
}
