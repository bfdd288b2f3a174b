import { createHash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import type { z } from 'zod'
import { circleIn } from '../../../events/bracket/import-problem.ts'
import { seedsOf } from '../../../events/bracket/bracket.ts'
import { publicTypes } from '../../../events/game/public-event.ts'
import type { CabinetEvent } from '../../../events/schema/cabinet-facts.ts'
import { Commit } from '../../../events/schema/commit.ts'
import { idsIn } from '../../../events/schema/renumber.ts'
import { readCommit } from '../../../events/schema/upcast.ts'
import { emptyTournament, fold } from '../../../events/state/tournament.ts'
import type { Tournament } from '../../../events/state/tournament.ts'
import { changes } from '../../../events/view/changes.ts'
import type { CabinetId } from '../../../events/ids.ts'
import { openChainCheck } from '../../desk/index.ts'
import { GameFacts, HistoryManifest, KeptBeside } from '../schema/archive.ts'
import { whyItStays } from './history-export.ts'
import { Unreadable, unzipped } from './zip.ts'

/** A tournament with its history as a ZIP has it; every part of it fits. */
export type History = {
  commits: Commit[]
  state: Tournament
  beside: KeptBeside
  /** the client's ids of the games that were on a cabinet */
  games: string[]
  /** those of them that were played to their end */
  ended: string[]
  events: number
}

/** null: the ZIP has no history. Whatever is not as it should be is refused, and where it is. */
export async function readHistory(zip: Uint8Array): Promise<History | null> {
  const text = await textOf(zip, 'manifest.json')
  if (text === '') return null
  const manifest = fitting(HistoryManifest, jsonIn(text), 'manifest.json')
  const { commits, state } = await foldedCommits(zip, manifest)
  const why = whyItStays(state)
  if (why) throw new Unreadable(`commits.jsonl: ${why}`)
  const besideText = await textOf(zip, 'beside.json')
  if (createHash('sha256').update(besideText).digest('hex') !== manifest.sha256.beside) {
    throw new Unreadable('beside.json is not what was exported.')
  }
  const beside = fitting(KeptBeside, jsonIn(besideText), 'beside.json')
  const games: string[] = []
  const ended: string[] = []
  let events = 0
  for await (const line of readFacts(zip, { manifest, state, beside })) {
    games.push(line.game)
    if (line.events.some(({ type }) => type === 'victory')) ended.push(line.game)
    events += line.events.length
  }
  return { commits, state, beside, games, ended, events }
}

type Stated = Pick<History, 'commits' | 'state'>

async function foldedCommits(zip: Uint8Array, manifest: HistoryManifest): Promise<Stated> {
  const commits: Commit[] = []
  let state = emptyTournament(0)
  const isAsStored = openChainCheck()
  for await (const { value, at } of jsonLines(zip, 'commits.jsonl', manifest.sha256.commits)) {
    const commit = readCommit(value)
    fitting(Commit, commit, at)
    const { version, tournament } = commit
    if (commits.length === 0) state = emptyTournament(tournament)
    if (version !== commits.length + 1) {
      throw new Unreadable(`${at}: version ${version} follows ${commits.length}.`)
    }
    if (tournament !== state.id) throw new Unreadable(`${at}: it is of another tournament.`)
    if (!isAsStored(commit)) throw new Unreadable(`${at}: version ${version} has been altered.`)
    state = after(state, commit, at)
    commits.push(commit)
    await turn()
  }
  if (commits.length !== manifest.commits) {
    throw new Unreadable(`commits.jsonl: ${manifest.commits} commits are needed.`)
  }
  if (state.scene === 0) throw new Unreadable('commits.jsonl, line 1: nothing is founded.')
  return { commits, state }
}

/** Folded as its reader does, with all that is shown of it. */
function after(state: Tournament, commit: Commit, at: string): Tournament {
  try {
    idsIn([commit])
    const next = fold(state, commit)
    const circle = hasOtherWays(state, next) ? circleIn(waysIn(next)) : null
    if (circle) throw new Unreadable(`${at}: ${circle}`)
    changes(state, next)
    return next
  } catch (cause) {
    if (cause instanceof Unreadable) throw cause
    const why = cause instanceof Error ? cause.message : 'it does not fit'
    throw new Unreadable(`${at}: ${why}.`, { cause })
  }
}

function hasOtherWays(before: Tournament, after: Tournament): boolean {
  if (before.stages !== after.stages) return true
  return Object.values(after.matches).some((match) => {
    const was = before.matches[match.id]
    return (
      was !== match &&
      (was?.slots !== match.slots ||
        was.winnerTo !== match.winnerTo ||
        was.loserTo !== match.loserTo)
    )
  })
}

function waysIn(t: Tournament): Parameters<typeof circleIn>[0] {
  return {
    stages: Object.values(t.stages).map((stage) => ({
      stage: stage.id,
      seeds: seedsOf(stage),
      decides: stage.decides ?? null,
    })),
    matches: Object.values(t.matches).map(({ id: match, ...rest }) => ({ match, ...rest })),
  }
}

type FactsOfGame = { game: string; cabinet: CabinetId; events: CabinetEvent[] }

/** Of games that the log has, on cabinets that stand beside it. */
export async function* readFacts(
  zip: Uint8Array,
  {
    manifest,
    state,
    beside,
  }: { manifest?: HistoryManifest; state: Tournament; beside: KeptBeside },
): AsyncGenerator<FactsOfGame> {
  for await (const { value, at } of jsonLines(zip, 'facts.jsonl', manifest?.sha256.facts)) {
    const { cabinet, events } = fitting(GameFacts, value, at)
    const [first] = events
    const game = first?.gameID ?? ''
    const isKnown = state.games[game]?.cabinet === cabinet
    const isNamed = beside.cabinets.some(({ id }) => id === cabinet)
    if (!isKnown || !isNamed) throw new Unreadable(`${at}: this game is not of this tournament.`)
    const other = events.find(({ gameID, type }) => {
      return gameID !== game || !publicTypes.has(type.replace(/: $/, ''))
    })
    if (other) throw new Unreadable(`${at}: ${other.type} is no event of this game.`)
    yield { game, cabinet, events }
  }
}

async function textOf(zip: Uint8Array, file: string): Promise<string> {
  let text = ''
  for await (const piece of unzipped(zip, file)) text += piece
  return text
}

function fitting<S extends z.ZodType>(schema: S, value: unknown, at: string): z.infer<S> {
  const { data, error } = schema.safeParse(value)
  if (data !== undefined) return data
  const where = error?.issues[0]?.path.join('.')
  throw new Unreadable(`${at} is not what it should be${where ? `: ${where}` : ''}.`)
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A line is known before the whole is: its fault is named by its number. */
async function* jsonLines(zip: Uint8Array, file: string, sha256?: string) {
  const hash = createHash('sha256')
  let [rest, number] = ['', 0]
  for await (const piece of unzipped(zip, file)) {
    hash.update(piece)
    const lines = `${rest}${piece}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      number++
      yield { value: jsonIn(line), at: `${file}, line ${number}` }
    }
  }
  if (rest !== '') throw new Unreadable(`${file} ends inside line ${number + 1}.`)
  if (sha256 !== undefined && hash.digest('hex') !== sha256) {
    throw new Unreadable(`${file} is not what was exported.`)
  }
}
