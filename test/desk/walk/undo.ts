// What the random evenings take back, alone or with all that rests on it, and what they put right.
import type { Tournament } from '../../../events/state/tournament.ts'
import type { Story } from '../story.ts'

type Dice = { random(): number; among<T>(all: readonly T[]): T; upTo(most: number): number }
type Choice = (t: Tournament, dice: Dice, story: Story) => unknown

const insisted: Record<string, Choice> = {
  cascade: (_, { random }) => random() < 0.5,
  reason: (_, { random }) => (random() < 0.9 ? 'typed wrong' : undefined),
}
const any: (part: 'teams' | 'matches') => Choice =
  (part) =>
  (t, { among }) =>
    among([...Object.keys(t[part]).map(Number), 999])

const plays: readonly string[] = [
  'AddScore',
  'FinishGame',
  'AttachGame',
  'StartMatch',
  'SelectNext',
]

function anyReplaceable({ commits }: Story, { among, random }: Dice): number {
  const all = commits.filter(({ command }) => plays.includes(command.type))
  return all.length > 0 && random() < 0.95 ? among(all).version : 1
}

export const backRepertoire = {
  Undo: [
    5,
    {
      version: (_, { upTo }, story) => Math.max(1, story.commits.length - upTo(12)),
      ...insisted,
    },
  ],
  ReplaceStep: [
    5,
    {
      version: (_, luck, story) => anyReplaceable(story, luck),
      by: (t, luck, story) =>
        luck.among([
          { team: any('teams')(t, luck, story) },
          { match: any('matches')(t, luck, story) },
          { warmup: true },
          { swapped: true },
          { nothing: true },
        ]),
      ...insisted,
    },
  ],
} satisfies Record<string, [weight: number, fields: Record<string, Choice>]>
