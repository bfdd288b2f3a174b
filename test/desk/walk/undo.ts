// Random undos, alone or with dependent steps, and random replacements of steps.
import type { Tournament } from '#events/state/tournament.ts'
import type { Story } from '../story.ts'
import type { Dice } from '../../support/random.ts'

type Choice = (t: Tournament, dice: Dice, story: Story) => unknown

const cascadeOptions: Record<string, Choice> = {
  cascade: (_, { random }) => random() < 0.5,
  reason: (_, { random }) => (random() < 0.9 ? 'typed wrong' : undefined),
}
const anyIdOf: (part: 'teams' | 'matches') => Choice =
  (part) =>
  (t, { among }) =>
    among([...Object.keys(t[part]).map(Number), 999])

const replaceable: readonly string[] = [
  'AddScore',
  'FinishGame',
  'AttachGame',
  'StartMatch',
  'SelectNext',
]

function anyReplaceable({ commits }: Story, { among, random }: Dice): number {
  const all = commits.filter(({ command }) => replaceable.includes(command.type))
  return all.length > 0 && random() < 0.95 ? among(all).version : 1
}

export const undoRepertoire = {
  Undo: [
    5,
    {
      version: (_, { upTo }, story) => Math.max(1, story.commits.length - upTo(12)),
      ...cascadeOptions,
    },
  ],
  ReplaceStep: [
    5,
    {
      version: (_, luck, story) => anyReplaceable(story, luck),
      by: (t, luck, story) =>
        luck.among([
          { team: anyIdOf('teams')(t, luck, story) },
          { match: anyIdOf('matches')(t, luck, story) },
          { warmup: true },
          { swapped: true },
          { nothing: true },
        ]),
      ...cascadeOptions,
    },
  ],
} satisfies Record<string, [weight: number, fields: Record<string, Choice>]>
