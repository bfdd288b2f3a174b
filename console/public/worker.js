// While the server is away, what was last known is shown: this answers with the page and the files of
// one build, and with what a page reads before it can show anything. Whatever the server answers
// comes first. Live rows are kept beside these reads by the pages (`core/live/state-cache.ts`).
const builds = 'waggle-build-'
const reads = 'waggle-first-reads'
/** The name that earlier versions used. */
const formerReads = 'waggle-reads'
const shell = '/display'
const visitor = '/api/user/visitor/'
const firstReads =
  /^\/api\/(user\/visitor|tournament\/(tournament(\/\d+)?|team\/\d+|display\/wish|overlay)|game\/(cabinet|scene))\/$/
const patienceMs = 5_000
/** Pages that began without the server: they do not wait long for what they read. */
const keptPages = new Set()

addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([clients.claim(), caches.delete(formerReads)])),
)
addEventListener('message', (event) => event.waitUntil(keepBuild(event.data)))
addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') {
    if (!/^\/(api|ws)\//.test(pathname)) event.respondWith(page(event))
  } else if (isFile(pathname)) event.respondWith(file(event))
  else if (firstReads.test(pathname)) event.respondWith(read(event))
})

addEventListener('push', (event) => event.waitUntil(tell(event.data.json())))
addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show(event.notification.data))
})

/** The same news again takes the place of the first, without a sound. */
function tell({ title, page, ...shown }) {
  return registration.showNotification(title, { ...shown, data: page, icon: '/icon-192.png' })
}

async function show(page) {
  const open = await clients.matchAll({ type: 'window' })
  const there = open.find(({ url }) => new URL(url).pathname === page)
  return there ? there.focus() : clients.openWindow(page)
}

/** A page says that all of its build is there; only then it takes the place of the one before. */
async function keepBuild({ entry, loaded }) {
  const answer = await fetch(shell, { cache: 'no-store' })
  const html = await answer.text()
  // A newer one came meanwhile: its own pages will say so.
  if (!answer.ok || !html.includes(entry)) return
  const cache = await caches.open(builds + entry)
  for (const address of loaded) {
    const { pathname, origin } = new URL(address)
    if (origin !== location.origin) continue
    if (isFile(pathname)) await ((await cache.match(address)) ?? cache.add(address))
    // It was read before there was a worker.
    else if (firstReads.test(pathname)) await keepRead(new Request(address), await fetch(address))
  }
  await cache.put(shell, htmlOf(html.replace('<html', '<html data-kept')))
  for (const name of await caches.keys())
    if (name.startsWith(builds) && name !== builds + entry) await caches.delete(name)
}

async function page({ request, resultingClientId }) {
  const answer = await within(patienceMs, fetch(request))
  if (answer && answer.status < 500) return answer
  const kept = await caches.match(shell)
  if (kept) keptPages.add(resultingClientId)
  return kept ?? htmlOf(waiting)
}

async function file(event) {
  const kept = await caches.match(event.request, { ignoreVary: true })
  if (kept) return kept
  const answer = await fetch(event.request)
  const name = (await caches.keys()).find((one) => one.startsWith(builds))
  if (answer.ok && name) {
    const copy = answer.clone()
    event.waitUntil(caches.open(name).then((cache) => cache.put(event.request, copy)))
  }
  return answer
}

async function read(event) {
  const { request, clientId } = event
  const asked = fetch(request)
  const answer = await (keptPages.has(clientId)
    ? within(patienceMs, asked)
    : asked.catch(() => null))
  if (answer && answer.status < 500) {
    event.waitUntil(keepRead(request, answer.clone()))
    return answer
  }
  const kept = await caches.open(reads).then((cache) => cache.match(request, { ignoreVary: true }))
  return kept ?? answer ?? Response.error()
}

/** Somebody else, or nobody any more: nothing of what the one before was shown may stay. */
async function keepRead(request, answer) {
  const cache = await caches.open(reads)
  const kept = await cache.match(request, { ignoreVary: true })
  const [now, before] = await Promise.all([answer.clone().text(), kept?.text()])
  if (answer.ok && now === before) return
  if (new URL(request.url).pathname === visitor && kept) await caches.delete(reads)
  else if (!answer.ok) await cache.delete(request, { ignoreVary: true })
  if (answer.ok) await caches.open(reads).then((fresh) => fresh.put(request, answer))
}

/** Its name changes with what is in it. */
function isFile(pathname) {
  return pathname.startsWith('/assets/')
}

/** Null: there was no answer, or not in time. */
function within(ms, asked) {
  const late = new Promise((resolve) => setTimeout(() => resolve(null), ms))
  return Promise.race([asked.catch(() => null), late])
}

function htmlOf(body) {
  return new Response(body, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
}

// A screen that is switched on before the server is has nobody to press "try again".
const waiting = `<!doctype html>
<meta charset="utf-8" />
<meta http-equiv="refresh" content="5" />
<title>Waggle</title>
<style>
  body { display: grid; place-items: center; block-size: 100vh; margin: 0; overflow: hidden;
    background: #181a1f; color: #e9ebf0; font: 700 7vmin system-ui, sans-serif; cursor: none }
</style>
<main>${new URL(location.href).searchParams.get('words')}</main>`
