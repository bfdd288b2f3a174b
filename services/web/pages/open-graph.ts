import { onMatchGame } from '../../store/index.ts'
import type { Store } from '../../store/index.ts'
import { say } from '#events/messages/message.ts'
import type { Argument, Message } from '#events/messages/message.ts'
import { gameArgument, inWords } from '#events/messages/wordings.ts'
import type { LanguageCode } from '#events/text/languages.ts'

/** The preview of a link to a public page, shown wherever it is pasted. Never of a person (P19). */
export type Preview = {
  title: string
  description: string
  /** URL of the picture; a path on this site begins with `/` */
  image?: string | undefined
  /** the picture is the scene's logo, shown small beside the text */
  isLogo?: boolean
  /** the canonical path of the page */
  path: string
}
/** `known` is a page of the console without a preview. */
type Page = { state: 'known' } | { state: 'missing' } | ({ state: 'described' } & Preview)

type Db = Store['db']
type Context = { db: Db; language: LanguageCode }

const addresses: [pattern: RegExp, find: (context: Context, parts: string[]) => Promise<Page>][] = [
  // Nobody shares these links, and an overlay must not show any extra text.
  [/^\/t\/[^/]+\/[^/]+\/(?:display|overlay)\//, async () => ({ state: 'known' })],
  [/^\/scene\/([^/]+)$/, (context, [name = '']) => sceneNamed(context, name)],
  [
    /^\/t\/([^/]+)\/([^/]+)(?:\/|$)/,
    ({ db }, [scene = '', slug = '']) => tournament(db, scene, slug),
  ],
  [/^\/tournament-match\/(\d{1,9})$/, (context, [id]) => match(context, Number(id))],
  [/^\/tournament-team\/(\d{1,9})$/, ({ db }, [id]) => team(db, Number(id))],
  [/^\/game\/(\d{1,15})$/, (context, [id]) => game(context, Number(id))],
  [/^\/(?:tournament-(?:match|team)|game)\//, async () => missing],
]
const missing: Page = { state: 'missing' }

/** The preview of a console page, in a language. */
export async function pageAt(
  { db }: Pick<Store, 'db'>,
  path: string,
  language: LanguageCode,
): Promise<Page> {
  const trimmed = path.length > 1 ? path.replace(/\/+$/, '') : path
  for (const [pattern, find] of addresses) {
    const [, ...parts] = pattern.exec(trimmed) ?? []
    if (pattern.test(trimmed)) return find({ db, language }, parts)
  }
  return { state: 'known' }
}

async function sceneNamed({ db, language }: Context, sceneName: string): Promise<Page> {
  const scene = await db
    .selectFrom('kept.scene')
    .select(['name', 'displayName', 'description', 'logo'])
    .where('name', '=', sceneName.toLowerCase())
    .executeTakeFirst()
  if (!scene) return missing
  return {
    state: 'described',
    title: scene.displayName,
    description: plainText(scene.description) || inWords(language, say('headTournaments')),
    path: `/scene/${encodeURIComponent(scene.name)}`,
    ...pictureOf(null, scene.logo),
  }
}

function tournaments(db: Db) {
  return db
    .selectFrom('view.tournament')
    .innerJoin('kept.scene', 'kept.scene.id', 'view.tournament.scene')
    .leftJoin('kept.tournament', 'kept.tournament.id', 'view.tournament.id')
    .select([
      'view.tournament.name as tournamentName',
      'view.tournament.slug',
      'view.tournament.date',
      'kept.scene.name as scene',
      'kept.scene.displayName as sceneName',
      'kept.scene.logo',
      'kept.tournament.description',
      'kept.tournament.registrationBanner as banner',
    ])
}

async function tournament(db: Db, scene: string, slug: string): Promise<Page> {
  const row = await tournaments(db)
    .where('kept.scene.name', '=', scene.toLowerCase())
    .where('view.tournament.slug', '=', slug)
    .executeTakeFirst()
  if (!row) return missing
  const sceneAndDate = `${row.sceneName}, ${row.date.slice(0, 10)}`
  return {
    state: 'described',
    title: row.tournamentName,
    description: [sceneAndDate, plainText(row.description ?? '')].filter(Boolean).join('. '),
    ...pictureOf(webAddress(row.banner), row.logo),
    path: `/t/${encodeURIComponent(row.scene)}/${encodeURIComponent(row.slug)}`,
  }
}

async function match({ db, language }: Context, id: number): Promise<Page> {
  const row = await tournaments(db)
    .innerJoin('view.match', 'view.match.tournament', 'view.tournament.id')
    .leftJoin('view.team as blue', 'blue.id', 'view.match.blueTeam')
    .leftJoin('view.team as gold', 'gold.id', 'view.match.goldTeam')
    .selectAll('view.match')
    .select(['blue.name as blueName', 'gold.name as goldName'])
    .where('view.match.id', '=', id)
    .executeTakeFirst()
  if (!row) return missing
  const unknown = say('headUnknown')
  const blue = row.blueName ?? row.blueFromMessage ?? unknown
  const gold = row.goldName ?? row.goldFromMessage ?? unknown
  const hasBegun = row.isComplete || row.blueScore + row.goldScore > 0
  const score = hasBegun ? `${row.blueScore}–${row.goldScore}` : ''
  return {
    state: 'described',
    title: inWords(
      language,
      score ? say('headScore', { blue, gold, score }) : say('headMatch', { blue, gold }),
    ),
    description: [
      `M${row.matchNum}`,
      inWords(language, row.roundMessage ?? row.roundName),
      row.tournamentName,
      row.sceneName,
    ]
      .filter(Boolean)
      .join(', '),
    ...pictureOf(webAddress(row.banner), row.logo),
    path: `/tournament-match/${id}`,
  }
}

async function team(db: Db, id: number): Promise<Page> {
  const row = await tournaments(db)
    .innerJoin('view.team', 'view.team.tournament', 'view.tournament.id')
    .leftJoin('kept.team', 'kept.team.id', 'view.team.id')
    .select(['view.team.name', 'kept.team.image'])
    .where('view.team.id', '=', id)
    .executeTakeFirst()
  if (!row) return missing
  return {
    state: 'described',
    title: row.name,
    description: [row.tournamentName, row.sceneName].join(', '),
    ...pictureOf(webAddress(row.image) ?? webAddress(row.banner), row.logo),
    path: `/tournament-team/${id}`,
  }
}

/** A match under review shows its earlier public state, because its rows hold no more (R-CMD-4). */
async function game({ db, language }: Context, id: number): Promise<Page> {
  const row = await db
    .selectFrom('view.game')
    .innerJoin('kept.cabinet', 'kept.cabinet.id', 'view.game.cabinet')
    .innerJoin('kept.scene', 'kept.scene.id', 'kept.cabinet.scene')
    .leftJoin('view.played', onMatchGame)
    .leftJoin('view.match', 'view.match.id', 'view.played.match')
    .leftJoin('view.tournament', 'view.tournament.id', 'view.played.tournament')
    .select(['view.game.mapName', 'view.game.winningTeam', 'view.game.winCondition'])
    .select(['view.match.matchNum', 'view.match.roundName', 'view.match.roundMessage'])
    .select('view.tournament.name')
    .select(['kept.cabinet.displayName as cabinet', 'kept.scene.displayName as scene'])
    .where('view.game.id', '=', id)
    .executeTakeFirst()
  if (!row) return missing
  const { matchNum, roundName, name, cabinet, scene } = row
  const round = roundName === null ? null : inWords(language, row.roundMessage ?? roundName)
  return {
    state: 'described',
    title: inWords(language, gameMessage(row)),
    description: [matchNum === null ? null : `M${matchNum}`, round, name, cabinet, scene]
      .filter(Boolean)
      .join(', '),
    path: `/game/${id}`,
  }
}

type Played = { mapName: string; winningTeam: string | null; winCondition: string | null }

function gameMessage({ mapName, winningTeam, winCondition }: Played): Message {
  const map: Argument = gameArgument(mapName)
  if (winningTeam === null) return say('headGame', { map })
  const won = say(winningTeam === 'blue' ? 'headBlueWon' : 'headGoldWon', { map })
  return winCondition === null ? won : say('headHow', { won, how: gameArgument(winCondition) })
}

/** The page's own picture, or else the logo of its scene. */
function pictureOf(own: string | null | undefined, logo: string | null) {
  if (own || logo === null) return { image: own ?? undefined }
  return { image: logo, isLogo: true }
}

const maxLength = 200

/** The beginning of a Markdown text as plain text. */
function plainText(markdown: string): string {
  const plain = markdown
    .slice(0, 20 * maxLength)
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<[^>]*>/g, ' ')
    .replace(/[#*_`>|~]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  // Cuts between graphemes, so that an emoji is not split.
  const graphemes = [...new Intl.Segmenter().segment(plain)]
  const cut = graphemes[maxLength]
  return cut ? `${plain.slice(0, cut.index).trimEnd()}…` : plain
}

/** Returns http(s) URLs only; pictures stored as data URLs cannot be fetched by other sites. */
function webAddress(image: string | null): string | undefined {
  return image !== null && /^https?:\/\//.test(image) && URL.canParse(image) ? image : undefined
}
