import { detailIn } from '../../core/rest.ts'
import { text } from '../../core/text/text.ts'

type Uploaded<A> = Partial<A> & { detail?: string }
type Options = { path: string; key: string; body: File; onSent: (part: number) => void }

const timeoutMs = 10 * 60_000

/**
 * Posts a file and reports progress, which `fetch` cannot do. `lost` means that it is unknown
 * whether the server received the file.
 */
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
    request.timeout = timeoutMs
    request.setRequestHeader('Content-Type', 'application/zip')
    request.setRequestHeader('Idempotency-Key', key)
    request.send(body)
  })
}

function answerOf<A extends object>({ status, responseText }: XMLHttpRequest): Uploaded<A> {
  const answer = parsed(responseText) as A | null
  return status < 400 && answer
    ? answer
    : ({ detail: detailIn(answer) ?? text.apiFailed } as Uploaded<A>)
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
