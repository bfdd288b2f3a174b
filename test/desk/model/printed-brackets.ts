// The brackets as a scene prints them, one line each. Sides are seeds, or `W3` for the winner and
// `L3` for the loser of match 3; after the colon is the place of the loser, after the slash that of
// the winner. R-BR-1, R-BR-2 (byes), R-BR-5 (third place), R-BR-6 (drops), R-BR-7 (the last match
// of a double elimination is played only if the losers' champion wins the one before), R-BR-8
// (places).
const printed: Record<string, Record<number, string>> = {
  single_elim: {
    2: '1-2:2/1',
    3: '2-3:3 1-W1:2/1',
    4: '1-4:3 2-3:3 W1-W2:2/1',
    5: '4-5:5 1-W1:3 2-3:3 W2-W3:2/1',
    6: '4-5:5 3-6:5 1-W1:3 2-W2:3 W3-W4:2/1',
    7: '4-5:5 2-7:5 3-6:5 1-W1:3 W2-W3:3 W4-W5:2/1',
    8: '1-8:5 4-5:5 2-7:5 3-6:5 W1-W2:3 W3-W4:3 W5-W6:2/1',
  },
  third_place: {
    4: '1-4 2-3 L1-L2:4/3 W1-W2:2/1',
    5: '4-5:5 1-W1 2-3 L2-L3:4/3 W2-W3:2/1',
    6: '4-5:5 3-6:5 1-W1 2-W2 L3-L4:4/3 W3-W4:2/1',
    7: '4-5:5 2-7:5 3-6:5 1-W1 W2-W3 L4-L5:4/3 W4-W5:2/1',
    8: '1-8:5 4-5:5 2-7:5 3-6:5 W1-W2 W3-W4 L5-L6:4/3 W5-W6:2/1',
  },
  double_elim: {
    2: '1-2 W1-L1 W2-L2:2/1',
    3: '2-3 1-W1 L1-L2:3 W2-W3 W4-L4:2/1',
    4: '1-4 2-3 L1-L2:4 W1-W2 W3-L4:3 W4-W5 W6-L6:2/1',
    5: '4-5 1-W1 2-3 L1-L3:5 L2-W4:4 W2-W3 W5-L6:3 W6-W7 W8-L8:2/1',
    6: '4-5 3-6 1-W1 2-W2 L1-L4:5 L2-L3:5 W5-W6:4 W3-W4 W7-L8:3 W8-W9 W10-L10:2/1',
    7:
      '4-5 2-7 3-6 L2-L3:7 1-W1 W2-W3 L1-L6:5 W4-L5:5 W7-W8:4 W5-W6 W9-L10:3 ' +
      'W10-W11 W12-L12:2/1',
    8:
      '1-8 4-5 2-7 3-6 L1-L2:7 L3-L4:7 W1-W2 W3-W4 W5-L8:5 W6-L7:5 W9-W10:4 W7-W8 W11-L12:3 ' +
      'W12-W13 W14-L14:2/1',
  },
  // R-LA-1
  ladder: {
    2: '1-2:2/1',
    3: '2-3:3 W1-1:2/1',
    4: '3-4:4 W1-2:3 W2-1:2/1',
    5: '4-5:5 W1-3:4 W2-2:3 W3-1:2/1',
    6: '5-6:6 W1-4:5 W2-3:4 W3-2:3 W4-1:2/1',
  },
  // R-RR-1, R-RR-3: in the second round robin the sides are swapped
  round_robin: {
    2: '1-2',
    3: '1-2 2-3 3-1',
    4: '1-2 3-4 4-1 2-3 1-3 4-2',
    5: '1-2 3-4 2-5 1-3 5-4 2-3 4-1 3-5 4-2 5-1',
  },
  twice: {
    2: '1-2 2-1',
    3: '1-2 2-3 3-1 2-1 3-2 1-3',
    4: '1-2 3-4 4-1 2-3 1-3 4-2 2-1 4-3 1-4 3-2 3-1 2-4',
  },
}

/** A side as printed: a seed, or the winner or loser of a match by its number. */
type Side = { seed: number } | { winner: number } | { loser: number }
type PrintedMatch = { sides: [Side, Side]; loserPlace?: number; winnerPlace?: number }

/** Undefined if no bracket is printed for it; the model does not play those. */
export function printedBracket(kind: string, teams: number): PrintedMatch[] | undefined {
  return printed[kind]?.[teams]?.split(' ').map((text) => {
    const [meeting = '', places = ''] = text.split(':')
    const [blue = '', gold = ''] = meeting.split('-')
    const [loserPlace, winnerPlace] = places.split('/').map((place) => Number(place) || undefined)
    return { sides: [sideOf(blue), sideOf(gold)], loserPlace, winnerPlace }
  })
}

function sideOf(text: string): Side {
  const num = Number(text.replace(/\D/, ''))
  if (text.startsWith('W')) return { winner: num }
  return text.startsWith('L') ? { loser: num } : { seed: num }
}
