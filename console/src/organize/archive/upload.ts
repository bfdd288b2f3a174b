type Uploaded<A> = Partial<A> & { detail?: string }
type Options = { path: string; key: string; body: File; onSent: (part: number) => void }

const limitMs = 10 * 60_000

/** As `fetch` would, which does not tell how far it is. `lost`: nobody knows whether it arrived. */
export function upload<A extends object>({
  path,
  key,
  body,
  onSent,
}: Options): Promise<Uploaded<A> | 'lost'> {
  const request = new XMLHttpRequest()
  return new Promise((resolve) => {
    for (const end of ['error', 'timeout']) request.addEventListener(end, () => resolve('lost'))
    request.addEventListener('load', () => resolve(answerOf<A>(request)))
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

/** A proxy may refuse in words of its own. */
function answerOf<A extends object>({ status, responseText }: XMLHttpRequest): Uploaded<A> {
  try {
    const answer = JSON.parse(responseText) as Uploaded<A>
    return status < 400 ? answer : { detail: '', ...answer }
  } catch {
    return { detail: '' } as Uploaded<A>
  }
}
