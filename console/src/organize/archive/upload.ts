type Answer = { id?: number; detail?: string }
type Uploaded = Answer | 'lost'
type Options = { path: string; key: string; body: File; onSent: (part: number) => void }

const limitMs = 10 * 60_000

/** As `fetch` would, which does not tell how far it is. `lost`: nobody knows whether it arrived. */
export function upload({ path, key, body, onSent }: Options): Promise<Uploaded> {
  const request = new XMLHttpRequest()
  return new Promise((resolve) => {
    for (const end of ['error', 'timeout']) request.addEventListener(end, () => resolve('lost'))
    request.addEventListener('load', () => resolve(answerOf(request.responseText)))
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onSent(total > 0 ? loaded / total : 0),
    )
    request.open('POST', path)
    request.timeout = limitMs
    request.setRequestHeader('Content-Type', 'application/zip')
    request.setRequestHeader('Idempotency-Key', key)
    request.send(body)
  })
}

/** A proxy may answer in words of its own. */
function answerOf(text: string): Answer {
  try {
    return JSON.parse(text) as Answer
  } catch {
    return {}
  }
}
