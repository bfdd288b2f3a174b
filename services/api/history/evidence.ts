import { authenticate, escapeHtml } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { evidenceOf } from './evidence-bundle.ts'
import type { Action, Bundle, Statement } from './evidence-bundle.ts'
import { tournamentOf } from '../http/scope.ts'
import { readProtest } from '../match/protest-rows.ts'
import { route } from '../http/route.ts'

const style = `body{font:16px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.3rem .6rem;border-bottom:1px solid #999}
dt{font-weight:600}dd{margin:0 0 .6rem}code{word-break:break-all}tr.cabinet td{color:#555}
tbody tr{break-inside:avoid}td{overflow-wrap:anywhere}`

const kinds = {
  mapstart: 'map shown',
  gamestart: 'game began',
  gameend: 'game ended',
  victory: 'won',
  clientOnline: 'connected',
  clientOffline: 'connection lost',
  play: 'played',
} satisfies Record<Statement['kind'], string>

/** Collects the evidence of a match under protest (R-DI-3), for officials only (P19). */
export function evidenceRoutes(context: Context): void {
  const { web, store, sceneOf } = context
  route(
    web,
    'GET /api/tournament/protest/:id/evidence/',
    { access: 'readProtests', scene: sceneOf.protest },
    async (request, reply) => {
      const { params, query } = request
      const protest = await readProtest(context, await authenticate(store, request), params.id)
      const bundle = await evidenceOf(context, tournamentOf(request), protest)
      const isPage = query.form === 'html'
      const name = `protest-${protest.id}-M${bundle.match.matchNum}.${query.form}`
      reply
        .type(isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('cache-control', 'no-store')
        .serializer(String)
      return isPage ? evidencePage(bundle) : JSON.stringify(bundle, null, 2)
    },
  )
}

/** The evidence as an HTML page to read and print, without scripts or external resources. */
function evidencePage(bundle: Bundle): string {
  const { match, protest, tournament, head } = bundle
  const title = `M${match.matchNum} under protest, ${tournament.name}`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width">
<style>${style}</style></head><body>
<h1>${escapeHtml(title)}</h1>
<dl>
${fact('Match', `${nameOf(bundle, match.blueTeam)} (blue) v ${nameOf(bundle, match.goldTeam)} (gold), ${match.blueScore}-${match.goldScore}${match.isComplete ? ', complete' : ''}`)}
${fact('Stage', `${match.stageName}, ${match.roundName}`)}
${fact('Reason', `${protest.reason.replaceAll('_', ' ')}${protest.isLate ? ', after the deadline' : ''}`)}
${protest.text ? fact('Description', protest.text) : ''}
${fact('Marked', `${protest.lodgedAt}${protest.lodgedBy ? ` by ${protest.lodgedBy.name}` : ''}`)}
${fact('State', protest.ruling ? `ruled: ${protest.ruling}, ${protest.endedAt ?? ''}` : protest.state)}
${protest.sentence ? fact('Public sentence', protest.sentence) : ''}
${protest.signedBy?.length ? fact('Signed by', protest.signedBy.map(({ name }) => name).join(', ')) : ''}
</dl>
<h2>Games</h2>
${table(['Map', 'Won by', 'How', 'Seconds', 'Started (cabinet)', 'Status', 'See it'], bundle.games.map(gameLine))}
<h2>Times without connection to the cabinet</h2>
${gaps(bundle)}
<h2>Timeline</h2>
${table(
  ['Server', 'Device or cabinet', 'Source', 'What', 'Score'],
  bundle.timeline.flatMap((entry) => linesOf(bundle, entry)),
)}
<h2>The log</h2>
<p>Up to version ${head.version}, the hash of the log is <code>${escapeHtml(head.chain)}</code>.
Made ${escapeHtml(bundle.madeAt)}. All times are UTC.</p>
</body></html>
`
}

function fact(name: string, value: string): string {
  return `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`
}

type Cells = { cells: string[]; kind?: string }

/** `cells` are HTML, already escaped. */
function table(heads: string[], rows: Cells[]): string {
  if (rows.length === 0) return '<p>None.</p>'
  const head = heads.map((text) => `<th scope="col">${escapeHtml(text)}</th>`).join('')
  const body = rows.map(({ cells, kind }) => {
    const all = cells.map((cell) => `<td>${cell}</td>`).join('')
    return `<tr${kind ? ` class="${kind}"` : ''}>${all}</tr>`
  })
  return `<table><thead><tr>${head}</tr></thead><tbody>\n${body.join('\n')}\n</tbody></table>`
}

function gameLine(game: Bundle['games'][number]): Cells {
  const links = game.videoLinks.map((url) => `<a href="${escapeHtml(url)}">video</a>`)
  const replay = game.replay ? [`replay at ${escapeHtml(game.replay)}`] : []
  const status = `${game.status}${game.reason ? `: ${game.reason}` : ''}`
  const values = [game.mapName, game.winningTeam, game.winCondition, game.seconds, game.startTime]
  const cells = [...values.map((value) => escapeHtml(`${value ?? ''}`)), escapeHtml(status)]
  return { cells: [...cells, [...replay, ...links].join(', ')] }
}

function gaps(bundle: Bundle): string {
  const rows = bundle.connectionGaps.map(({ cabinet, from, to }) => ({
    cells: [cabinetName(bundle, cabinet), from, to ?? 'not back yet'].map(escapeHtml),
  }))
  return table(['Cabinet', 'From', 'To'], rows)
}

/** The line of an entry and, after an action, a note of how many statements are not listed. */
function linesOf(bundle: Bundle, entry: Action | Statement): Cells[] {
  const own = line(bundle, entry)
  if (entry.source === 'cabinet' || entry.leftOut === 0) return [own]
  const note = `${entry.leftOut} more messages of the cabinets are not listed here`
  return [own, { cells: ['', '', '', note, ''], kind: 'cabinet' }]
}

function line(bundle: Bundle, entry: Action | Statement): Cells {
  if (entry.source === 'cabinet') {
    const { takenAt, at, cabinet, kind, winningTeam, winCondition, kills, berries } = entry
    const facts = [
      kinds[kind],
      winningTeam,
      winCondition,
      kills > 0 ? `${kills} kills` : null,
      berries > 0 ? `${berries} berries` : null,
    ]
    const what = facts.filter(Boolean).join(', ')
    const cells = [takenAt ?? '', at, cabinetName(bundle, cabinet), what, ''].map(escapeHtml)
    return { cells, kind: 'cabinet' }
  }
  const { at, clientTime, device, byName, source, text, before, after, version } = entry
  const actor = [byName ?? source, source === 'service' ? null : device].filter(Boolean).join(', ')
  const score = after
    ? `${before ? `${before.blueScore}-${before.goldScore} → ` : ''}${after.blueScore}-${after.goldScore}`
    : ''
  return { cells: [at, clientTime ?? '', actor, `v${version}: ${text}`, score].map(escapeHtml) }
}

function nameOf({ teams }: Bundle, id: number | null): string {
  return teams.find((team) => team.id === id)?.name ?? '(unknown team)'
}

function cabinetName({ cabinets }: Bundle, id: number): string {
  return cabinets.find((cabinet) => cabinet.id === id)?.name ?? `Cabinet ${id}`
}
