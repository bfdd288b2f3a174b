import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { canonicalJson } from '#events/canonical-json.ts'
import { readCommit } from '#events/schema/upcast.ts'
import type { StoredCommit } from '../log/index.ts'
import { emptyFolded, recordCommand, positionsOf, withCommit } from './folded-state.ts'
import { foldRevision, formatOf, pack, unpack } from './snapshots.ts'

// A frozen log.
const frozen = join(import.meta.dirname, '../../test/fixtures/backup-0.1.0/commits.jsonl')
const stored = readFileSync(frozen, 'utf8')
  .trim()
  .split('\n')
  .map((line): StoredCommit => {
    const { seq, message } = JSON.parse(line)
    return { seq, commit: readCommit(message) }
  })
const [tournament = 0] = stored.map(({ commit }) => commit.tournament)
const own = stored.filter(({ commit }) => commit.tournament === tournament)

function foldedAll() {
  const commands = { ids: [], seqs: [] }
  for (const one of own) recordCommand(commands, one)
  return { folded: own.reduce(withCommit, emptyFolded(tournament)), commands }
}

test('the revision of the fold is raised when the state of the frozen log changes', () => {
  const { state: full, matchDuration } = foldedAll().folded
  // A new table is empty here, and changes the format by itself.
  const state = Object.fromEntries(
    Object.entries(full).filter(([, value]) => canonicalJson(value) !== '{}'),
  )
  const hash = createHash('sha256').update(canonicalJson({ state, matchDuration })).digest('hex')
  // If the hash has changed, raise foldRevision and update both values here.
  expect({ revision: foldRevision, hash }).toEqual({
    revision: 4,
    hash: 'c815af2fbf51c4f8a97aa46fe239d860b265f85063e7e7a74a5df87dd1b1ca95',
  })
})

test('a state with another field has another snapshot format', () => {
  const fields = Object.keys(emptyFolded(tournament).state)
  expect(formatOf([...fields, 'sponsors'])).not.toBe(formatOf(fields))
  expect(formatOf(fields.toReversed())).toBe(formatOf(fields))
})

test('P6: packing and unpacking preserves the state at every version', () => {
  let folded = emptyFolded(tournament)
  for (const one of own) {
    folded = withCommit(unpack(pack({ folded, commands: { ids: [], seqs: [] } })).folded, one)
  }
  expect(folded).toStrictEqual(foldedAll().folded)
  expect(JSON.stringify(folded)).toBe(JSON.stringify(foldedAll().folded))
})

test('P2: the positions of commands survive packing, and an unknown command has none', () => {
  const { commands } = unpack(pack(foldedAll()))
  for (const { commit, seq } of own) expect(positionsOf(commands, commit.id)).toEqual([seq])
  expect(positionsOf(commands, 'another')).toEqual([])
})
