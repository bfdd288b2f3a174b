import { withoutSafeBounds, escapeHtml } from '../../web/index.ts'
import type { Context } from './context.ts'
import { asyncApi } from '../schema/async-api.ts'
import { publicRead, route } from './route.ts'
import { refusals } from '#events/refusals.ts'
import type { AccessRow } from '../../web/index.ts'

import manifest from '../../../package.json' with { type: 'json' }

const timeoutMs = 1_000

export function openApiRoutes({ web, store }: Context): void {
  web.get(
    '/api/docs/json/',
    { config: publicRead, schema: { hide: true } },
    async ({ protocol, host }) => ({
      ...web.swagger(),
      // A client generated from a saved copy of the document still finds the server.
      servers: [{ url: `${protocol}://${host}` }],
    }),
  )

  web.get('/api/docs/', { config: publicRead, schema: { hide: true } }, async (_, reply) =>
    reply.type('text/html; charset=utf-8').send(openApiPage(web.swagger(), web.matrix())),
  )

  web.get(
    '/api/docs/async/',
    { config: publicRead, schema: { hide: true } },
    async ({ protocol, host }) => withoutSafeBounds(asyncApi(manifest.version, { protocol, host })),
  )

  route(web, 'GET /api/health/', publicRead, async (_, reply) => {
    const query = store.db.selectFrom('view.checkpoint').select('name').execute()
    const timeout = new Promise<never>((_, reject) => setTimeout(reject, timeoutMs).unref())
    const ok = await Promise.race([query, timeout]).then(
      () => true,
      () => false,
    )
    if (ok) return { status: 'ok' as const }
    return reply
      .code(503)
      .header('retry-after', 1)
      .send({ status: 'database away' as const })
  })
}

/** The API's documentation on one page, without scripts or external resources. */
export function openApiPage(document: { paths?: object }, matrix: AccessRow[]): string {
  const described = new Set(Object.keys(document.paths ?? {}))
  const lines = matrix
    .filter(({ url, method }) => described.has(openPath(url)) && method !== 'HEAD')
    .toSorted((a, b) => (a.url === b.url ? 0 : a.url < b.url ? -1 : 1))
    .map(
      ({ method, url, who }) =>
        `<tr><td>${method}</td><td><code>${escapeHtml(url)}</code></td><td>${who}</td></tr>`,
    )
  const codes = Object.entries(refusals)
    .filter(([code]) => code !== 'IDS_SHORT')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, text]) => `<tr><td><code>${code}</code></td><td>${escapeHtml(text)}</td></tr>`)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Waggle: the interface for programs</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem }
  table { border-collapse: collapse; width: 100% }
  td, th { border-bottom: 1px solid #8884; padding: .3rem .5rem; text-align: left }
</style>
<h1>Waggle: the interface for programs</h1>
<p>The format of every request and response is in <a href="/api/docs/json/">the OpenAPI document</a>, every
message of the sockets and webhooks in <a href="/api/docs/async/">the AsyncAPI document</a>.
Send a key as <code>Authorization: Bearer …</code>. A write that lists the header
<code>Idempotency-Key</code> there takes effect only once, however often it is sent with the same key,
and gets the same response each time.
With <code>If-Match: "12"</code>, or <code>expectedVersion</code> in the body, it is only done if the
tournament is still at that version, which is the <code>X-Version</code> of a response; otherwise the
response is 409 <code>STALE</code> with what was done since then. <code>X-Device</code> and
<code>X-Client-Time</code> are shown in the history.</p>
<table>
<thead><tr><th>Method</th><th>Path</th><th>For</th></tr></thead>
<tbody>
${lines.join('\n')}
</tbody>
</table>
<h2>Refusals</h2>
<p>If a request is refused, <code>detail</code> says why for people, and <code>code</code>, if there is
one, for programs.</p>
<table>
<thead><tr><th>Code</th><th>Meaning</th></tr></thead>
<tbody>
${codes.join('\n')}
</tbody>
</table>
`
}

function openPath(url: string): string {
  return url.replace(/:(\w+)/g, '{$1}')
}
