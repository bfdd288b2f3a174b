import { part } from '../catalogue.ts'
import type { OverlayPart } from '#events/view/overlay.ts'

const parts: Record<OverlayPart | 'all', string> = {
  all: 'All parts',
  score: 'Score bar',
  numbers: 'Numbers by position',
  kills: 'Kill feed',
  rosters: 'Rosters',
  next: 'Next match',
  result: 'Result',
  ticker: 'Other cabinets',
  bracket: 'Bracket',
  'lower-third': 'Lower third',
}

/** The stream overlay. */
export const overlayText = part('overlayText', {
  parts,
  /** the columns of the statistics by position */
  numbers: { kills: 'K', deaths: 'D', berries: 'B', snail: 'S' },
  lives: 'Lives',
  berries: 'Berries',
  next: 'Next match',
  final: 'Final',
  soFar: 'So far',
  game: (num: number) => `Game ${num}`,
  stats: {
    militaryKills: 'Military kills',
    queenKills: 'Queen kills',
    berries: 'Berries',
    snailMeters: 'Snail, m',
  },
})
