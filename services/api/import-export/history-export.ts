import type { Message } from '#events/messages/message.ts'
import { say } from '#events/messages/message.ts'
import { createHash } from 'node:crypto'
import { stageComplete } from '#events/bracket/bracket.ts'
import { publicValues } from '#events/game/public-event.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { isImportIncomplete } from '#events/state/tournament.ts'
import type { Commit } from '#events/schema/commit.ts'
import { idsIn } from '#events/schema/renumber.ts'
import type { Store } from '../../store/index.ts'
import type { HistoryManifest, RowsOutsideLog } from '../schema/import-export/import-export.ts'
import { inPages, storedGames } from './export.ts'
import type { ZipFile } from './zip.ts'

/** Why a tournament cannot be exported with its history; null if it can. */
export function exportObstacle(t: Tournament): Message | null {
  if (isImportIncomplete(t)) return say('importIncomplete')
  if (t.isActive) return say('stillActive')
  const open = Object.values(t.stages).find(({ id }) => !stageComplete(t, id))
  // The file contains the dice, which would reveal the sides of a stage in play (R-TB-7).
  if (open) return say('stageNotOver', { stage: open.name })
  if (t.linkType === 'challonge') return say('linkedHere')
  const isBusy = Object.values(t.matches).some(({ cabinet }) => cabinet !== null)
  return isBusy || Object.keys(t.timers).length > 0 ? say('stillOnCabinet') : null
}

/** The files of the ZIP: commits, facts of the cabinets in the games, and rows beside the log. */
export async function historyFiles(store: Store, t: Tournament, slug: string): Promise<ZipFile[]> {
  const commits = await commitsOf(store, t.id)
  const sha256: HistoryManifest['sha256'] = { commits: '', facts: '', beside: '' }
  const hashed = (part: keyof typeof sha256, name: string, text: AsyncIterable<string>) => ({
    name: `${slug}/${name}`,
    text: withHash(text, (hash) => (sha256[part] = hash)),
  })
  async function* manifest() {
    const { length } = commits
    const manifestBody = {
      format: 'waggle-history',
      formatVersion: 1,
      commits: length,
      sha256,
    } as const
    yield JSON.stringify(manifestBody satisfies HistoryManifest, null, 1)
  }
  return [
    hashed('commits', 'commits.jsonl', linesOf(commits)),
    hashed('facts', 'facts.jsonl', factsOf(store, t)),
    hashed('beside', 'beside.json', linesOf([await rowsBesideLog(store, t, commits)])),
    { name: `${slug}/manifest.json`, text: manifest() },
  ]
}

async function* withHash(text: AsyncIterable<string>, done: (hash: string) => void) {
  const hash = createHash('sha256')
  for await (const piece of text) {
    hash.update(piece)
    yield piece
  }
  done(hash.digest('hex'))
}

async function* linesOf(values: readonly unknown[]) {
  for (const value of values) yield `${JSON.stringify(value)}\n`
}

async function commitsOf({ db }: Store, tournament: number): Promise<Commit[]> {
  const rows = await db
    .selectFrom('kept.witness')
    .select('commit')
    .where('tournament', '=', tournament)
    .orderBy('version')
    .execute()
  return rows.map(({ commit }) => commit)
}

/**
 * One line a game, counted or not. Sign-ins are left out, because ids of persons mean other people
 * on another server.
 */
async function* factsOf(store: Store, t: Tournament) {
  const source = storedGames(store)
  for await (const page of inPages(Object.values(t.games), source)) {
    for (const game of page) {
      const { gameId: gameID, cabinet } = game
      const events = (await source.events(game)).map(({ eventId: eventID, time, type, values }) => {
        return { gameID, eventID, time, type, values: publicValues({ type, values }) }
      })
      yield `${JSON.stringify({ cabinet, events })}\n`
    }
  }
}

async function rowsBesideLog(
  { db }: Store,
  { id: tournament }: Tournament,
  commits: Commit[],
): Promise<RowsOutsideLog> {
  const cabinetIds = idsIn(commits).get('cabinet') ?? []
  const [cabinets, settings, links, videos, references, texts, players] = await Promise.all([
    db
      .selectFrom('kept.cabinet')
      .select(['id', 'name', 'displayName'])
      .where((eb) =>
        eb.or([
          eb('id', 'in', [0, ...cabinetIds]),
          // A video may show a cabinet on which no match of the tournament was played.
          eb(
            'id',
            'in',
            eb.selectFrom('kept.video').select('cabinet').where('tournament', '=', tournament),
          ),
        ]),
      )
      .execute(),
    db
      .selectFrom('kept.tournament')
      .select(['description', 'registrationMessage', 'tidbitPrompt'])
      .where('id', '=', tournament)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('kept.link')
      .select(['url', 'title', 'position'])
      .where('tournament', '=', tournament)
      .orderBy('position')
      .execute(),
    db
      .selectFrom('kept.video')
      .select(['id', 'videoId', 'cabinet', 'length'])
      .where('tournament', '=', tournament)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('kept.videoReference')
      .innerJoin('kept.video', 'kept.video.id', 'kept.videoReference.video')
      .select(['video', 'game', 'referencePoint', 'seconds'])
      .where('tournament', '=', tournament)
      .orderBy('seconds')
      .execute(),
    db
      .selectFrom('kept.protestText')
      .select(['id', 'text'])
      .where('tournament', '=', tournament)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('kept.player')
      .select(['id', 'name', 'pronouns', 'homeScene', 'tidbit'])
      .where('tournament', '=', tournament)
      .where('doNotDisplay', '=', false)
      .orderBy('id')
      .execute(),
  ])
  const filmed = videos.map(({ id, ...video }) => ({
    ...video,
    references: references.flatMap(({ video: of, ...rest }) => (of === id ? [rest] : [])),
  }))
  return { cabinets, settings, links, videos: filmed, texts, players }
}
