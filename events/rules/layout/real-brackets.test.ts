// Layouts read from public brackets of the real service.
import { describe, expect, test } from 'vitest'
import { matchesOf, meetings, range } from '#test/support/layouts.ts'
import type { LayoutMatch, LayoutTarget } from './layout-match.ts'

/** num[type round]W>target side/L>target side, side b(lue) or g(old); without the second final. */
const doubleElimTables: Record<number, string> = {
  4: '1[w2]W>4b/L>3b 2[w2]W>4g/L>3g 3[l2]W>5b 4[w1]W>6b/L>5g 5[l1]W>6g 6[f0] 7[s0]',
  5: `1[w3]W>2g/L>4b 2[w2]W>6b/L>5b 3[w2]W>6g/L>4g 4[l3]W>5g 5[l2]W>7b 6[w1]W>8b/L>7g
    7[l1]W>8g 8[f0]`,
  6: `1[w3]W>3g/L>5b 2[w3]W>4g/L>6b 3[w2]W>8b/L>6g 4[w2]W>8g/L>5g 5[l3]W>7b 6[l3]W>7g
    7[l2]W>9b 8[w1]W>10b/L>9g 9[l1]W>10g 10[f0]`,
  7: `1[w3]W>5g/L>7b 2[w3]W>6b/L>4b 3[w3]W>6g/L>4g 4[l4]W>8b 5[w2]W>10b/L>8g 6[w2]W>10g/L>7g
    7[l3]W>9b 8[l3]W>9g 9[l2]W>11b 10[w1]W>12b/L>11g 11[l1]W>12g 12[f0]`,
  8: `1[w3]W>7b/L>5b 2[w3]W>7g/L>5g 3[w3]W>8b/L>6b 4[w3]W>8g/L>6g 5[l4]W>9b 6[l4]W>10b
    7[w2]W>12b/L>10g 8[w2]W>12g/L>9g 9[l3]W>11b 10[l3]W>11g 11[l2]W>13b 12[w1]W>14b/L>13g
    13[l1]W>14g 14[f0]`,
  9: `1[w4]W>2g/L>6b 2[w3]W>9b/L>7b 3[w3]W>9g/L>7g 4[w3]W>10b/L>8b 5[w3]W>10g/L>6g 6[l5]W>8g
    7[l4]W>11b 8[l4]W>12b 9[w2]W>14b/L>12g 10[w2]W>14g/L>11g 11[l3]W>13b 12[l3]W>13g
    13[l2]W>15b 14[w1]W>16b/L>15g 15[l1]W>16g 16[f0]`,
  12: `1[w4]W>5g/L>12b 2[w4]W>6g/L>11b 3[w4]W>7g/L>10b 4[w4]W>8g/L>9b 5[w3]W>15b/L>9g
    6[w3]W>15g/L>10g 7[w3]W>16b/L>11g 8[w3]W>16g/L>12g 9[l5]W>13b 10[l5]W>13g 11[l5]W>14b
    12[l5]W>14g 13[l4]W>17b 14[l4]W>18b 15[w2]W>20b/L>18g 16[w2]W>20g/L>17g 17[l3]W>19b
    18[l3]W>19g 19[l2]W>21b 20[w1]W>22b/L>21g 21[l1]W>22g 22[f0]`,
}

describe('R-BR-6 double elimination equals the real tables', () => {
  for (const [entrants, table] of Object.entries(doubleElimTables)) {
    test(`${entrants} teams`, () => {
      const matches = matchesOf(Number(entrants), { stageType: 'double_elim' })
      const rows = table.split(/\s+/)
      expect(matches.map(row).slice(0, rows.length)).toEqual(rows)
      expect(matches.at(-1)).toMatchObject({ type: 'second_final', ifNeeded: true })
      expect(matches.map(({ num }) => num)).toEqual(range(1, 2 * Number(entrants) - 1))
    })
  }

  test('32 teams: rounds, numbers and sides equal the table, drops are in the order of R-BR-6', () => {
    const rows = matchesOf(32, { stageType: 'double_elim' }).map(row)
    expect(rows).toEqual([
      ...range(0, 15).map((i) => `${i + 1}[w5]W>${to(25, i)}/L>${to(17, i)}`),
      ...range(0, 7).map((i) => `${17 + i}[l8]W>${33 + i}b`),
      ...[36, 35, 34, 33, 40, 39, 38, 37].map(
        (lost, i) => `${25 + i}[w4]W>${to(45, i)}/L>${lost}g`,
      ),
      ...range(0, 7).map((i) => `${33 + i}[l7]W>${to(41, i)}`),
      ...range(0, 3).map((i) => `${41 + i}[l6]W>${49 + i}b`),
      ...[51, 52, 49, 50].map((lost, i) => `${45 + i}[w3]W>${to(55, i)}/L>${lost}g`),
      ...range(0, 3).map((i) => `${49 + i}[l5]W>${to(53, i)}`),
      ...range(0, 1).map((i) => `${53 + i}[l4]W>${57 + i}b`),
      ...[57, 58].map((lost, i) => `${55 + i}[w2]W>${to(60, i)}/L>${lost}g`),
      ...range(0, 1).map((i) => `${57 + i}[l3]W>${to(59, i)}`),
      '59[l2]W>61b',
      '60[w1]W>62b/L>61g',
      '61[l1]W>62g',
      '62[f0]',
      '63[s0]',
    ])
  })
})

const singleElimTables: Record<number, string[]> = {
  2: ['1-2'],
  4: ['1-4', '2-3', 'W1-W2'],
  5: ['4-5', '1-W1', '2-3', 'W2-W3'],
  6: ['4-5', '3-6', '1-W1', '2-W2', 'W3-W4'],
}

describe('R-BR-1 single elimination has the pairings of the real tables', () => {
  test.each(Object.entries(singleElimTables))('%s teams', (entrants, table) => {
    expect(meetings(matchesOf(Number(entrants), {}))).toEqual(table)
  })
})

const roundRobinTables: Record<number, string> = {
  3: 'R1 AB · R2 BC · R3 CA',
  4: 'R1 AB CD · R2 DA BC · R3 AC DB',
  5: 'R1 AB CD · R2 BE AC · R3 ED BC · R4 DA CE · R5 DB EA',
  6: 'R1 AB CD EF · R2 DA BF CE · R3 AF DE BC · R4 EA FC DB · R5 AC EB FD',
  8: `R1 AB CD EF GH · R2 DA BF CH EG · R3 AF DH BG CE · R4 HA FG DE BC · R5 AG HE FC DB
    · R6 EA GC HB FD · R7 AC EB GD HF`,
  10: 'R1 AB CD EF GH IJ · R2 DA BF CH EJ GI',
}

describe('R-RR-1 round robin has the schedules of the real tables, with seed 1 as A', () => {
  test.each(Object.entries(roundRobinTables))('%s teams', (entrants, table) => {
    const matches = matchesOf(Number(entrants), { stageType: 'round_robin' })
    const rounds = table.split(/\s+·\s+/).map((round, index) => {
      const pairings = matches.filter(({ roundNum }) => roundNum === index + 1).map(letters)
      return [round, [`R${index + 1}`, ...pairings].join(' ')]
    })
    expect(rounds.map(([, ours]) => ours)).toEqual(rounds.map(([theirs]) => theirs))
  })
})

function row({ num, type, roundNum, winnerTo, loserTo }: LayoutMatch): string {
  const feeds = type === 'winners' || type === 'losers'
  const won = feeds && winnerTo ? `W>${target(winnerTo)}` : ''
  const lost = feeds && loserTo ? `/L>${target(loserTo)}` : ''
  return `${num}[${type?.[0]}${roundNum}]${won}${lost}`
}

function target({ match, slot }: LayoutTarget): string {
  return `${match + 1}${slot === 0 ? 'b' : 'g'}`
}

/** The target of the i-th match of a round whose winners meet in pairs from match `first` on. */
function to(first: number, i: number): string {
  return `${first + (i >> 1)}${i % 2 === 0 ? 'b' : 'g'}`
}

function letters({ slots }: LayoutMatch): string {
  return slots.map((slot) => ('seed' in slot ? String.fromCharCode(64 + slot.seed) : '?')).join('')
}
