// Client for Waggle: reads and writes, follows a tournament, and verifies webhooks. Runs wherever
// `fetch` exists: browsers (public reads, without a key), Node, Deno, workers.

const retryMs = [500, 1_500, 4_000]
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

export class WaggleError extends Error {
  constructor(status, body) {
    super(body?.detail ?? (fieldErrors(body) || `status ${status}`))
    this.name = 'WaggleError'
    this.status = status
    this.code = body?.code
    this.body = body
  }
}

/** A 400 for invalid fields has their messages by name instead of a sentence. */
function fieldErrors(body) {
  return Object.entries(body ?? {})
    .flatMap(([name, messages]) =>
      Array.isArray(messages) ? `${name}: ${messages.join(', ')}` : [],
    )
    .join('; ')
}

/** `key`: a person's API key (Account: Keys for scripts); public reads need none. */
export function openClient({ url, key, fetch = globalThis.fetch }) {
  const address = (path) => new URL(path, url)
  const auth = key ? { authorization: `Bearer ${key}` } : {}

  /** Retries failed requests; a write keeps its idempotency key, so that it takes effect once. */
  async function send(method, path, values = {}, body) {
    const target = filled(address(path), values)
    const headers = { ...auth }
    if (body !== undefined) headers['content-type'] = 'application/json'
    if (method !== 'GET') headers['idempotency-key'] = crypto.randomUUID()
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
    for (let attempt = 0; ; attempt++) {
      const isLast = attempt >= retryMs.length
      const answer = await fetch(target, init).catch((error) => {
        if (isLast) throw error
        return null
      })
      if (answer?.ok) return contentOf(answer)
      if (answer !== null && (isLast || !isTransient(answer))) throw await errorOf(answer)
      await pause(waitMs(answer, retryMs[attempt]))
    }
  }

  return {
    get: (path, values) => send('GET', path, values),
    post: (path, values, body = {}) => send('POST', path, values, body),
    put: (path, values, body = {}) => send('PUT', path, values, body),
    patch: (path, values, body = {}) => send('PATCH', path, values, body),
    delete: (path, values, body) => send('DELETE', path, values, body),
    /** all rows of a list, page by page */
    async *all(path, values) {
      for (let page = await send('GET', path, { rowsPerPage: 1_000, ...values }); ;) {
        yield* page.results
        if (!page.next) return
        page = await send('GET', page.next)
      }
    },
    /** the changes of a tournament after a version, then live changes while the caller reads */
    async *events(tournament, { from, signal } = {}) {
      for (let last = from; !signal?.aborted;) {
        let answer = null
        try {
          const target = address(`/api/tournament/${tournament}/events`)
          if (last !== undefined) target.searchParams.set('from', last)
          answer = await fetch(target, { signal })
          if (!answer.ok && !isTransient(answer)) throw await errorOf(answer)
          const messages = answer.ok ? messagesOf(answer.body) : []
          for await (const { id, event, data } of messages) {
            last = id
            if (event) yield { version: id, type: event, data }
          }
        } catch (error) {
          if (error instanceof WaggleError) throw error
        }
        if (!signal?.aborted) await pause(waitMs(answer, retryMs[0]))
      }
    },
  }
}

/** The same request may succeed later; 502 and 504 are from a proxy whose server is away. */
const isTransient = ({ status }) => [429, 502, 503, 504].includes(status)
const waitMs = (answer, least) =>
  Math.max(Number(answer?.headers.get('retry-after')) * 1000 || 0, least)
const errorOf = async (answer) =>
  new WaggleError(answer.status, await answer.json().catch(() => null))

function contentOf(answer) {
  if (answer.status === 204) return null
  return /json\b/.test(answer.headers.get('content-type')) ? answer.json() : answer.text()
}

const maxSilenceMs = 45_000

/** Ends a stream that is silent for three times as long as the server ever is. */
async function* chunksOf(body) {
  const reader = body.getReader()
  const end = () => reader.cancel()
  try {
    for (;;) {
      const timer = setTimeout(end, maxSilenceMs)
      const { done, value } = await reader.read().finally(() => clearTimeout(timer))
      if (done) return
      yield value
    }
  } finally {
    await end()
  }
}

function filled(target, values) {
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null) continue
    const part = `:${name}/`
    if (target.pathname.includes(part))
      target.pathname = target.pathname.replace(part, `${encodeURIComponent(value)}/`)
    else target.searchParams.set(name, value)
  }
  return target
}

async function* messagesOf(body) {
  let text = ''
  const decoder = new TextDecoder()
  for await (const bytes of chunksOf(body)) {
    const parts = (text + decoder.decode(bytes, { stream: true })).split('\n\n')
    text = parts.pop()
    for (const part of parts) {
      const fields = Object.fromEntries(part.split('\n').map((line) => line.split(/: (.*)/s)))
      if (!fields.id) continue
      yield {
        id: Number(fields.id),
        event: fields.event,
        data: fields.data && JSON.parse(fields.data),
      }
    }
  }
}

const toleranceSeconds = 5 * 60

/**
 * Verifies a webhook message; throws if it is forged or older than five minutes. `body`: the raw
 * text.
 */
export async function verifyWebhook({ headers, body, secret, now = Date.now() }) {
  const read = (name) => (typeof headers.get === 'function' ? headers.get(name) : headers[name])
  const [id, timestamp] = [read('webhook-id'), read('webhook-timestamp')]
  const signatures = read('webhook-signature')
  if (!id || !timestamp || !signatures) throw new Error('not signed')
  if (!(Math.abs(now / 1000 - Number(timestamp)) <= toleranceSeconds)) throw new Error('too old')
  const bytes = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const rawKey = bytes(secret.replace(/^whsec_/, ''))
  const key = await crypto.subtle.importKey('raw', rawKey, algorithm, false, ['verify'])
  const text = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  for (const part of signatures.split(' ')) {
    const [version, signature = ''] = part.split(',')
    if (version === 'v1' && (await crypto.subtle.verify('HMAC', key, bytes(signature), text)))
      return JSON.parse(body)
  }
  throw new Error('signed by somebody else')
}
