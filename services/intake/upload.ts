import { Upload } from '../../events/schema/cabinet-facts.ts'

/** What is wrong with a message, in words the author of a client can use. */
type UploadError = {
  error: 'bad-message'
  detail: string
  field?: string
  eventID?: string
}
type Reading = { upload: Upload } | { wrong: UploadError }

/** Facts that no cabinet's client makes. */
const ownTypes = new Set(['signIn', 'signOut'])
/** A message longer than this is not read at all. */
const maxMessageBytes = 64 * 1024

export function readUpload(message: Buffer, isBinary: boolean): Reading {
  if (isBinary) return wrong('A message is one JSON object as text')
  if (message.length > maxMessageBytes) return wrong('A message is at most 64 KiB')
  let json: unknown
  try {
    json = JSON.parse(message.toString())
  } catch {
    return wrong('Not JSON')
  }
  const { success, data: upload, error } = Upload.safeParse(json)
  if (success) {
    if (ownTypes.has(upload.type)) return wrong('Only Waggle itself says this', eventOf(json))
    // Neither Postgres nor other readers of JSON can hold NUL and halves of a pair.
    const texts = [upload.gameID ?? '', upload.eventID, upload.type, ...upload.values]
    const text = texts.join('\n')
    if (text.isWellFormed() && !text.includes('\0')) return { upload }
    return wrong('Holds characters that cannot be stored', eventOf(json))
  }
  const issue = error.issues[0]
  const field = issue?.path.join('.')
  return wrong(issue?.message ?? 'Not an event', { ...(field && { field }), ...eventOf(json) })
}

function wrong(detail: string, more: Pick<UploadError, 'field' | 'eventID'> = {}): Reading {
  return { wrong: { error: 'bad-message', detail, ...more } }
}

function eventOf(json: unknown): { eventID?: string } {
  const id = json && typeof json === 'object' && 'eventID' in json ? json.eventID : undefined
  return typeof id === 'string' ? { eventID: id.slice(0, 64) } : {}
}
