import type { RulingKind } from '../schema/parts/ruling.ts'

/** The public sentence of a ruling whose officials wrote none, or whose writer was erased (R-DI-4). */
export const standardSentences: Record<RulingKind, string> = {
  uphold: 'The result stands.',
  correct: 'The result was corrected.',
  replay: 'The match is played again.',
  void: 'The match counts for nobody.',
}
