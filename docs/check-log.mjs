// Checks the log of a tournament: node check-log.mjs commits.jsonl
//
// Every line of the file is one commit, the result of one press of a button. A commit contains
// `chain`: the SHA-256 of the previous commit's chain followed by the commit itself. So anybody who
// changes, removes or adds a commit has to change the chain of every commit after it, and the last
// chain then differs from the published one: the chain of the commit that completed a stage is shown
// with the stage (`completedVersion`, `completedChain`). Compare it with the output of this program.
//
// A line with `"isWhole":false` lacks the dice of a stage that is still being played. Its chain
// cannot be verified and is accepted as it is; once the stage is complete, download the log again.
//
// This file needs only Node.js, and is written to be read.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

const file = process.argv[2]
if (!file) {
  console.error('Usage: node check-log.mjs commits.jsonl')
  process.exit(2)
}

/** Sorts all keys, so that equal content gives equal text. */
function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).map(([key, part]) => [key, sorted(part)])
  // JavaScript objects always order integer keys first, by value.
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

function chainOf(previous, { chain: _, ...commit }) {
  return createHash('sha256')
    .update(previous + JSON.stringify(sorted(commit)))
    .digest('hex')
}

/** Throws an error if the commit is not valid. */
function check(commit, before) {
  if (commit.version !== before.version + 1) {
    throw new Error(`version ${commit.version} follows version ${before.version}`)
  }
  if (before.version > 0 && commit.tournament !== before.tournament) {
    throw new Error(`it belongs to tournament ${commit.tournament}, not ${before.tournament}`)
  }
  if (typeof commit.id !== 'string' || commit.id === '') throw new Error('it has no id')
  if (seen.has(commit.id)) {
    throw new Error(`its id is that of version ${seen.get(commit.id)}: ${commit.id}`)
  }
  const { isWhole = true, ...whole } = commit
  if (!isWhole) return notWhole.push(commit.version)
  const chain = chainOf(before.chain, whole)
  if (commit.chain !== chain) {
    throw new Error(`it, or the commit before it, has been altered: its chain is ${commit.chain},
but what it says and what came before give ${chain}`)
  }
}

const seen = new Map()
const notWhole = []
let before = { version: 0, tournament: 0, chain: '0'.repeat(64) }
let line = 0

for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
  line++
  try {
    const commit = JSON.parse(text)
    check(commit, before)
    seen.set(commit.id, commit.version)
    before = commit
  } catch (error) {
    console.error(`Line ${line}, the commit after version ${before.version}: ${error.message}.`)
    console.error(`All before it is as it was when it was written.`)
    process.exit(1)
  }
}

console.log(`${before.version} commits of tournament ${before.tournament}, none altered.`)
console.log(`The chain of the last one is ${before.chain}`)
if (notWhole.length > 0) {
  console.log(`Taken at their word, as dice in play are left out: versions ${notWhole.join(', ')}.`)
}
