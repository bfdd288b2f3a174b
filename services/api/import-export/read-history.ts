import { say } from '#events/messages/message.ts'
import type { Argument, Message, PlainKey } from '#events/messages/message.ts'
import { createHash } from 'node:crypto'
import { setImmediate as nextTick } from 'node:timers/promises'
import type { z } from 'zod'
import { findCycle } from '#events/bracket/import-problem.ts'
import { seedsOf } from '#events/bracket/bracket.ts'
import { publicTypes } from '#events/game/public-event.ts'
import type { CabinetEvent } from '#events/schema/cabinet-facts.ts'
import { Commit } from '#events/schema/commit.ts'
import { idsIn } from '#events/schema/renumber.ts'
import { readCommit } from '#events/schema/upcast.ts'
import { emptyTournament, fold } from '#events/state/tournament.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { isStorableTree } from '#events/text/storable.ts'
import { changes } from '#events/view/changes.ts'
import type { CabinetId } from '#events/ids.ts'
import { openChainCheck } from '../../desk/index.ts'
import {
  GameFacts,
  HistoryManifest,
  RowsOutsideLog,
} from '../schema/import-export/import-export.ts'
import { exportObstacle } from './history-export.ts'
import { jsonIn, openMemory } from './json.ts'
import { UnreadableFile, notValid, textOf, unzipFile, wrongIn } from './zip.ts'

/** A commit with 5,000 matches, the most that a stage may have, has 2.6 MB. */
const maxLineLength = 8 * 1024 * 1024

/** A tournament with its history, read from a ZIP and checked. */
export type History = {
  commits: Commit[]
  state: Tournament
  beside: RowsOutsideLog
  /** the client's ids of the games that were on a cabinet */
  games: string[]
  /** the ids of those of `games` that have a victory */
  ended: string[]
  events: number
}

/**
 * null if the ZIP has no history. Throws `UnreadableFile`, with the file and line, on any error.
 */
export async function readHistory(zip: Uint8Array): Promise<History | null> {
  const text = await textOf(zip, 'manifest.json')
  if (text === '') return null
  const manifest = parseAs(HistoryManifest, jsonIn(text, 'manifest.json'), 'manifest.json')
  const { commits, state } = await foldedCommits(zip, manifest)
  const obstacle = exportObstacle(state)
  if (obstacle) throw wrongIn('commits.jsonl', obstacle)
  const besideText = await textOf(zip, 'beside.json')
  if (createHash('sha256').update(besideText).digest('hex') !== manifest.sha256.beside) {
    throw new UnreadableFile(say('fileChanged', { file: 'beside.json' }))
  }
  const beside = parseAs(RowsOutsideLog, jsonIn(besideText, 'beside.json'), 'beside.json')
  const problem = problemOfRows(beside)
  if (problem) throw wrongIn('beside.json', problem)
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

type FoldedCommits = Pick<History, 'commits' | 'state'>

async function foldedCommits(zip: Uint8Array, manifest: HistoryManifest): Promise<FoldedCommits> {
  const commits: Commit[] = []
  let state = emptyTournament(0)
  const isUnaltered = openChainCheck()
  for await (const { value, at } of jsonLines(zip, 'commits.jsonl', manifest.sha256.commits)) {
    const commit = readCommit(value)
    parseAs(Commit, commit, at)
    const { version, tournament } = commit
    if (commits.length === 0) state = emptyTournament(tournament)
    if (version !== commits.length + 1) {
      throw wrongIn(at, say('versionFollows', { version, before: commits.length }))
    }
    if (tournament !== state.id) throw wrongIn(at, say('otherTournament'))
    if (!isUnaltered(commit)) throw wrongIn(at, say('versionAltered', { version }))
    state = foldChecked(state, commit, at)
    commits.push(commit)
    await nextTick()
  }
  if (commits.length !== manifest.commits) {
    throw wrongIn('commits.jsonl', say('commitsExpected', { count: manifest.commits }))
  }
  if (state.scene === 0)
    throw wrongIn(say('fileLine', { file: 'commits.jsonl', line: 1 }), say('noCreation'))
  return { commits, state }
}

/**
 * Folds the commit and computes its rows as the services will do, so that a bad commit fails here.
 */
function foldChecked(state: Tournament, commit: Commit, at: Argument): Tournament {
  try {
    idsIn([commit])
    const next = fold(state, commit)
    const circle = changesPaths(state, next) ? findCycle(pathsIn(next)) : null
    if (circle) throw wrongIn(at, circle)
    changes(state, next)
    return next
  } catch (cause) {
    if (cause instanceof UnreadableFile) throw cause
    const reason = cause instanceof Error ? `${cause.message}.` : say('doesNotFollow')
    throw wrongIn(at, reason, { cause })
  }
}

function changesPaths(previous: Tournament, next: Tournament): boolean {
  if (previous.stages !== next.stages) return true
  return Object.values(next.matches).some((match) => {
    const previousMatch = previous.matches[match.id]
    return (
      previousMatch !== match &&
      (previousMatch?.slots !== match.slots ||
        previousMatch.winnerTo !== match.winnerTo ||
        previousMatch.loserTo !== match.loserTo)
    )
  })
}

function pathsIn(t: Tournament): Parameters<typeof findCycle>[0] {
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

/** The facts of the games. Each game has to be in the log, and its cabinet in `beside.json`. */
export async function* readFacts(
  zip: Uint8Array,
  {
    manifest,
    state,
    beside,
  }: { manifest?: HistoryManifest; state: Tournament; beside: RowsOutsideLog },
): AsyncGenerator<FactsOfGame> {
  for await (const { value, at } of jsonLines(zip, 'facts.jsonl', manifest?.sha256.facts)) {
    const { cabinet, events } = parseAs(GameFacts, value, at)
    if (!isStorableTree(events)) throw wrongIn(at, say('charactersNotStorable'))
    const [first] = events
    const game = first?.gameID ?? ''
    const isInLog = state.games[game]?.cabinet === cabinet
    const isCabinetListed = beside.cabinets.some(({ id }) => id === cabinet)
    if (!isInLog || !isCabinetListed) throw wrongIn(at, say('gameNotPart'))
    const foreign = events.find(({ gameID, type }) => {
      return gameID !== game || !publicTypes.has(type.replace(/: $/, ''))
    })
    if (foreign) throw wrongIn(at, say('notEventOfGame', { event: foreign.type }))
    yield { game, cabinet, events }
  }
}

function parseAs<S extends z.ZodType>(schema: S, value: unknown, at: Argument): z.infer<S> {
  const { data, error } = schema.safeParse(value)
  if (data !== undefined) return data
  const where = error?.issues[0]?.path.join('.')
  throw new UnreadableFile(notValid(at, where))
}

/**
 * Parses line by line, so that an error names its line although the hash is known only at the end.
 */
async function* jsonLines(zip: Uint8Array, file: 'commits.jsonl' | 'facts.jsonl', sha256?: string) {
  const hash = createHash('sha256')
  let [rest, number] = ['', 0]
  let memory = openMemory()
  for await (const piece of unzipFile(zip, file)) {
    hash.update(piece)
    const [first = '', ...others] = piece.split('\n')
    const lines = [rest + first, ...others]
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const at = say('fileLine', { file, line: ++number })
      // Commits are held together, the facts of a game only until the next line.
      if (file === 'facts.jsonl') memory = openMemory()
      yield { value: jsonIn(line, at, memory), at }
    }
    if (rest.length > maxLineLength)
      throw new UnreadableFile(say('lineTooLong', { file, line: number + 1 }))
  }
  if (rest !== '') throw new UnreadableFile(say('endsInsideLine', { file, line: number + 1 }))
  if (sha256 !== undefined && hash.digest('hex') !== sha256) {
    throw new UnreadableFile(say('fileChanged', { file }))
  }
}

/**
 * Why these rows cannot be stored together; null if they can. These are the
 * constraints of their tables that the limits of single fields do not cover.
 */
function problemOfRows(beside: RowsOutsideLog): Message | null {
  if (!isStorableTree(beside)) return say('textNotStorable')
  const { cabinets, links, videos, texts, players } = beside
  const cabinetIds = new Set(cabinets.map(({ id }) => id))
  const foreign = videos.find(({ cabinet }) => !cabinetIds.has(cabinet))
  if (foreign) return say('videoCabinetMissing', { video: foreign.videoId })
  const repeated: [isRepeated: boolean, problem: PlainKey][] = [
    [hasRepeated(cabinets, ({ id }) => id), 'cabinetIdTwice'],
    [hasRepeated(cabinets, ({ name }) => name), 'cabinetNameTwice'],
    [hasRepeated(links, ({ position }) => position), 'linkPositionTwice'],
    [hasRepeated(videos, ({ videoId, cabinet }) => `${cabinet} ${videoId}`), 'videoTwice'],
    [
      videos.some(({ references }) =>
        hasRepeated(references, ({ game, referencePoint }) => `${referencePoint} ${game}`),
      ),
      'videoPositionTwice',
    ],
    [hasRepeated(texts, ({ id }) => id), 'protestTextTwice'],
    [hasRepeated(players, ({ id }) => id), 'playerTwice'],
  ]
  const found = repeated.find(([isRepeated]) => isRepeated)
  return found ? say(found[1]) : null
}

function hasRepeated<Row>(rows: Row[], keyOf: (row: Row) => string | number): boolean {
  return new Set(rows.map(keyOf)).size < rows.length
}
