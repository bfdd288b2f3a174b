// What the server sends before any script runs: heads, statuses and compressed files over HTTP.
import { withoutMessages } from '../support/without-messages.ts'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWeb } from '#services/web/index.ts'
import { sceneHostsFrom } from '#services/web/pages/scene-hosts.ts'
import { expectOk, startTwoScenes } from '../support/two-scenes.ts'
import type { TwoScenes } from '../support/two-scenes.ts'

const hostile = `</title><script>alert("1")</script> & 'Bees' $& $1 🐝`
const onePixelPng =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const script = 'export {}\n'.repeat(500)

describe('the pages of the console', () => {
  let fixture: TwoScenes
  let dist: string
  let tournament: { id: number; slug: string }
  let teams: number[]
  let match: number

  beforeAll(async () => {
    dist = writeTestBuild()
    fixture = await startTwoScenes({ consoleDist: dist })
    const made = async (url: string, body: unknown) =>
      (await expectOk(fixture.call('key', 'POST', url, { body }))).body
    tournament = await made('/api/tournament/tournament/', {
      scene: fixture.scene,
      name: hostile,
      date: '2026-01-02',
      linkType: 'hivemind',
    })
    const { id } = tournament
    teams = []
    for (const name of ['Bees <b>', 'Wasps "&"']) {
      teams.push((await made('/api/tournament/team/', { tournament: id, name })).id)
    }
    const stage = await made('/api/tournament/bracket/', {
      tournament: id,
      name: 'Main',
      stageType: 'single_elim',
      winsPerMatch: 2,
    })
    const put = (url: string, body: unknown) => expectOk(fixture.call('key', 'PUT', url, { body }))
    await put(`/api/tournament/bracket/${stage.id}/set-teams/`, { teams })
    await put(`/api/tournament/bracket/${stage.id}/create-matches/`, {})
    const { body } = await fixture.call('key', 'GET', `/api/tournament/match/?tournamentId=${id}`)
    match = body.results[0].id
  })
  afterAll(async () => {
    await fixture?.app.stop()
    rmSync(dist, { recursive: true, force: true })
  })

  test('P18: a scene’s own host name serves its public pages, and nobody can sign in there', async () => {
    const env = { PUBLIC_URL: 'https://waggle.example', SCENE_HOSTS: 'here.example=here' }
    const sceneHosts = sceneHostsFrom(env)
    const { store } = fixture.app
    const web = await createWeb({ store, consoleDist: dist, sceneHosts, logger: false })
    const config = { access: 'signIn' } as const
    web.post('/enter', { config }, async (_, reply) => reply.setCookie('waggle', 'x').send({}))
    web.get('/public', { config: { access: 'readPublic' } }, async (_, reply) =>
      reply.setCookie('waggle', 'x').send({}),
    )
    web.get('/me', { config: { access: 'readMe' } }, async () => ({}))
    const ask = async (url: string, host = 'here.example', method: 'GET' | 'POST' = 'GET') => {
      const headers = { host, cookie: fixture.people.admin['cookie'] ?? '' }
      const {
        statusCode,
        headers: responseHeaders,
        body,
      } = await web.inject({ method, url, headers })
      return {
        status: statusCode,
        to: responseHeaders.location,
        cookie: responseHeaders['set-cookie'],
        body,
      }
    }
    expect(await ask('/')).toMatchObject({ status: 302, to: '/scene/here' })
    const page = await ask('/scene/here')
    expect(page.status).toBe(200)
    expect(page.body).toContain('<link rel="canonical" href="http://here.example/scene/here" />')
    expect((await ask(`/t/here/${tournament.slug}`)).status).toBe(200)
    for (const url of [
      '/sign-in',
      '/account',
      '/scene/there',
      `/tournament/${tournament.id}/admin/`,
    ])
      expect(await ask(url)).toMatchObject({ status: 302, to: `https://waggle.example${url}` })
    expect(await ask('/enter', 'here.example', 'POST')).toMatchObject({
      status: 403,
      body: JSON.stringify({ detail: 'Sign in at https://waggle.example' }),
    })
    expect(await ask('/public')).toMatchObject({ status: 200, cookie: undefined })
    expect((await ask('/me')).status, 'a session means nothing there').toBe(401)

    expect(await ask('/account', 'waggle.example')).toMatchObject({ status: 200 })
    expect((await ask('/me', 'waggle.example')).status).toBe(200)
    expect((await ask('/enter', 'waggle.example', 'POST')).cookie).toBeDefined()
    const unknown = await ask('/', 'evil.example')
    expect([unknown.status, unknown.body]).toEqual([
      421,
      'There is no site under the name evil.example. This server is https://waggle.example\n',
    ])
    await web.close()
  })

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${fixture.app.url}${path}`, { headers })
  const head = async (path: string) => (await get(path)).text()

  test('the head of a tournament has its name, scene and date, in every section', async () => {
    for (const section of ['', '/bracket', '/standings/7']) {
      const html = await head(`/t/here/${tournament.slug}${section}`)
      expect(html).toContain('<meta property="og:description" content="Here, 2026-01-02" />')
      expect(html).toContain(`og:url" content="${fixture.app.url}/t/here/${tournament.slug}"`)
      expect(html.match(/<title>/g)).toHaveLength(1)
    }
  })

  test('names are escaped everywhere', async () => {
    for (const path of [`/t/here/${tournament.slug}`, `/tournament-match/${match}`]) {
      const html = await head(path)
      expect(html).not.toContain('<script>')
      expect(html).not.toContain('"1"')
      expect(html).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;')
      expect(html).toContain('$&amp; $1 🐝')
    }
    expect(await head(`/tournament-team/${teams[0]}`)).toContain('<h1>Bees &lt;b&gt;</h1>')
  })

  test('the description becomes plain text, and a banner only its address', async () => {
    const url = `/api/tournament/tournament/${tournament.id}/`
    const change = (body: unknown) => expectOk(fixture.call('key', 'PATCH', url, { body }))
    const path = `/t/here/${tournament.slug}`
    const description = '# Come\n\nto [the hall](javascript:alert(1)) <img src=x> "now"'
    await change({ description, registrationBanner: 'https://pictures.example/a.png?b=1&c=2' })
    const html = await head(path)
    expect(html).toContain('content="Here, 2026-01-02. Come to the hall) &quot;now&quot;"')
    expect(html).not.toContain('javascript:')
    expect(html).toContain('og:image" content="https://pictures.example/a.png?b=1&amp;c=2"')
    await change({ registrationBanner: onePixelPng })
    expect(await head(path)).not.toContain('og:image')
  })

  test('the head of a match has its teams, and its score once there is one', async () => {
    const path = `/tournament-match/${match}`
    expect(await head(path)).toContain(
      '<title>Bees &lt;b&gt; vs. Wasps &quot;&amp;&quot; · Waggle</title>',
    )
    const body = { blueScore: 1 }
    await expectOk(fixture.call('key', 'PATCH', `/api/tournament/match/${match}/`, { body }))
    expect(await head(path)).toContain('Wasps &quot;&amp;&quot; 1–0 · Waggle</title>')
  })

  test('R-CMD-4: the head of a match under review has the last public score', async () => {
    const [path, api] = [`/tournament-match/${match}`, `/api/tournament/match/${match}`]
    await expectOk(fixture.call('key', 'PUT', `${api}/review/`, { body: { on: true } }))
    await expectOk(fixture.call('key', 'PATCH', `${api}/`, { body: { blueScore: 2 } }))
    expect(await head(path)).toContain('1–0 · Waggle</title>')
    await expectOk(fixture.call('key', 'PUT', `${api}/review/`, { body: { on: false } }))
    expect(await head(path)).toContain('2–0 · Waggle</title>')
  })

  test.each([
    {
      language: 'es',
      dir: 'ltr',
      title: 'Bees &lt;b&gt; vs. ',
      round: 'Finales|Final',
      all: 'Torneos',
    },
    {
      language: 'he',
      dir: 'rtl',
      title: '\u2068Bees &lt;b&gt;\u2069 נגד ',
      round: 'גמר',
      all: 'טורנירים',
    },
  ])('the head is in $language if the reader has chosen it', async (one) => {
    const path = `/tournament-match/${match}`
    const chosen = { cookie: `a=b; waggle-lang=${one.language}`, 'accept-language': 'en' }
    const response = await get(path, chosen)
    expect(response.headers.get('vary')).toMatch(/accept-language, cookie/)
    const html = await response.text()
    expect(html).toContain(`<html lang="${one.language}" dir="${one.dir}">`)
    expect(html).toContain(`<title>${one.title}`)
    expect(html).toMatch(new RegExp(`og:description" content="M1, (${one.round}), `))
    const accepted = { 'accept-language': `${one.language}-XX,en;q=0.5` }
    expect(await (await get(path, accepted)).text()).toBe(html)
    expect(await head(`${path}?lang=${one.language}`)).toBe(html)
    expect(await (await get(`${path}?lang=en`, chosen)).text()).toBe(await head(path))
    expect(await head(path)).toContain('<html lang="en" dir="ltr">')
    const scene = await (await get('/scene/here', chosen)).text()
    expect(scene).toContain(`og:description" content="${one.all}"`)
  })

  test('a scene’s logo is in the previews of its pages, and is the icon on its own host name', async () => {
    const path = `/t/here/${tournament.slug}`
    const settings = `/api/tournament/tournament/${tournament.id}/`
    const banner = (registrationBanner: string | null) =>
      expectOk(fixture.call('key', 'PATCH', settings, { body: { registrationBanner } }))
    const look = (logo: string | null) =>
      expectOk(
        fixture.call('key', 'PATCH', `/api/game/scene/${fixture.scene}/`, { body: { logo } }),
      )
    await banner(null)
    expect(await head(path)).not.toContain('og:image')
    const { logo } = (await look(onePixelPng)).body
    for (const at of [
      '/scene/here',
      path,
      `/tournament-match/${match}`,
      `/tournament-team/${teams[0]}`,
    ]) {
      const html = await head(at)
      expect(html).toContain(`og:image" content="${fixture.app.url}${logo}"`)
      expect(html).toContain('twitter:card" content="summary"')
    }
    await banner('https://pictures.example/a.png')
    expect(await head(path)).toContain('og:image" content="https://pictures.example/a.png"')

    const env = { PUBLIC_URL: 'https://waggle.example', SCENE_HOSTS: 'here.example=here' }
    const { store } = fixture.app
    const sceneHosts = sceneHostsFrom(env)
    const web = await createWeb({ store, consoleDist: dist, sceneHosts, logger: false })
    const manifestAt = async (host: string) =>
      (await web.inject({ url: '/app.webmanifest', headers: { host } })).json<object>()
    const own = { name: 'Here', short_name: 'Here' }
    const ofSite = { name: 'Waggle', icons: [{ src: '/icon.svg' }] }
    expect(await manifestAt('here.example')).toEqual({
      ...own,
      icons: [{ src: logo, sizes: 'any' }],
    })
    expect(await manifestAt('waggle.example')).toEqual(ofSite)
    await look(null)
    expect(await manifestAt('here.example')).toEqual({ ...ofSite, ...own })
    await web.close()
  })

  test.each([
    '/t/here/nothing',
    '/t/nowhere/x/bracket',
    '/scene/nowhere',
    '/tournament-match/999999999',
    '/tournament-match/abc',
    '/tournament-team/0',
  ])('%s is a 404 with the page of the console', async (path) => {
    const response = await get(path)
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await response.text()).toContain('<div id="root"></div>')
  })

  test.each(['/', '/tournament/1/admin', '/anything'])(
    '%s is the console as built',
    async (path) => {
      const response = await get(path)
      expect(response.status).toBe(200)
      expect(await response.text()).toContain('<title>Waggle</title>')
    },
  )

  test('an address with a file outside of the console, or a hidden one, is a page like any other', async () => {
    const page = await (await get('/none.json')).text()
    for (const path of ['/..%2f..%2fpackage.json', '/.vite/manifest.json']) {
      const response = await get(path)
      expect([path, response.status, await response.text()]).toEqual([path, 200, page])
    }
  })

  test('a malformed address has a page for people, and JSON for programs', async () => {
    for (const path of ['/t/here/%E0%A4%A', '/tournament-match/%zz?x=%']) {
      const response = await get(path)
      expect([path, response.status]).toEqual([path, 404])
      expect(await response.text()).toContain('<title>')
    }
    expect(await (await get('/%')).text()).toBe(await (await get('/none')).text())
    const program = await get('/api/tournament/%E0%A4%A/')
    expect(withoutMessages([program.status, await program.json()])).toEqual([
      404,
      { detail: 'Not found' },
    ])
  })

  test('a page is revalidated each time and sent only when it has changed', async () => {
    const path = '/scene/here'
    const response = await get(path)
    expect(response.headers.get('cache-control')).toBe('no-cache')
    const etag = response.headers.get('etag') ?? ''
    const again = await get(path, { 'if-none-match': etag })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  test('a page is compressed if the client accepts it', async () => {
    const [packed, plain] = await Promise.all(
      ['gzip, br', 'identity'].map((encoding) =>
        get('/scene/here', { 'accept-encoding': encoding }),
      ),
    )
    expect(packed!.headers.get('content-encoding')).toBe('gzip')
    expect(packed!.headers.get('vary')).toContain('accept-encoding')
    expect(plain!.headers.get('content-encoding')).toBeNull()
    expect(packed!.headers.get('etag')).not.toBe(plain!.headers.get('etag'))
    expect(await packed!.text()).toBe(await plain!.text())
  })

  test('the scripts of a public page are preloaded', async () => {
    const html = await head(`/tournament-match/${match}`)
    const files = [...html.matchAll(/modulepreload" crossorigin href="([^"]+)"/g)].map(
      ([, file]) => file,
    )
    expect(files).toEqual(['/assets/spectators-1.js', '/assets/react-1.js', '/assets/match-1.js'])
    expect(html).toContain('rel="stylesheet" crossorigin href="/assets/match-1.css"')
  })

  test('scripts are compressed as the browser accepts, and cached as immutable', async () => {
    for (const [encoding, length] of [
      ['br', brotliCompressSync(script).length],
      ['gzip', gzipSync(script).length],
    ] as const) {
      const response = await get('/assets/react-1.js', { 'accept-encoding': encoding })
      expect(response.headers.get('content-encoding')).toBe(encoding)
      expect(response.headers.get('content-type')).toContain('javascript')
      expect(response.headers.get('content-length')).toBe(`${length}`)
      expect(response.headers.get('cache-control')).toContain('immutable')
      expect(response.headers.get('vary')).toContain('accept-encoding')
      expect(await response.text()).toBe(script)
    }
    const plain = await get('/assets/react-1.js', { 'accept-encoding': 'identity' })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect((await get('/assets/other.js')).status).toBe(404)
  })
})

/** A minimal build of the console. */
function writeTestBuild(): string {
  const dist = mkdtempSync(join(tmpdir(), 'waggle-dist-'))
  for (const folder of ['assets', '.vite']) mkdirSync(join(dist, folder))
  const write = (file: string, text: string | Buffer) => writeFileSync(join(dist, file), text)
  write(
    'index.html',
    '<!doctype html><html><head><title>Waggle</title></head><body><div id="root"></div></body></html>',
  )
  const screen = 'src/spectate/match/MatchPage.tsx'
  const manifest = {
    'src/spectators.tsx': { file: 'assets/spectators-1.js', imports: ['_react'] },
    [screen]: { file: 'assets/match-1.js', imports: ['_react'], css: ['assets/match-1.css'] },
    _react: { file: 'assets/react-1.js' },
  }
  write('app.webmanifest', JSON.stringify({ name: 'Waggle', icons: [{ src: '/icon.svg' }] }))
  write('.vite/manifest.json', JSON.stringify(manifest))
  write('assets/react-1.js', script)
  write('assets/react-1.js.br', brotliCompressSync(script))
  write('assets/react-1.js.gz', gzipSync(script))
  return dist
}
