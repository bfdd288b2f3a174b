import { Upload } from '#events/schema/cabinet-facts.ts'
import { isStorable } from '#events/text/storable.ts'

/** Describes an invalid message for the author of the client. */
type UploadError = {
  error: 'bad-message'
  detail: string
  field?: string
  eventID?: string
}
type UploadResult = { upload: Upload } | { error: UploadError }

/** Facts that only the server creates. */
const ownTypes = new Set(['signIn', 'signOut'])
/** A longer message is refused without parsing it. */
const maxMessageBytes = 64 * 1024

export function readUpload(message: Buffer, isBinary: boolean): UploadResult {
  if (isBinary) return invalid('A message is one JSON object as text')
  if (message.length > maxMessageBytes) return invalid('A message is at most 64 KiB')
  let json: unknown
  try {
    json = JSON.parse(message.toString())
  } catch {
    return invalid('Not JSON')
  }
  const { success, data: upload, error } = Upload.safeParse(json)
  if (success) {
    if (ownTypes.has(upload.type)) return invalid('Only Waggle itself may send this', eventOf(json))
    const texts = [upload.gameID ?? '', upload.eventID, upload.type, ...upload.values]
    if (texts.every(isStorable)) return { upload }
    return invalid('Contains characters that cannot be stored', eventOf(json))
  }
  const issue = error.issues[0]
  const field = issue?.path.join('.')
  return invalid(issue?.message ?? 'Not an event', { ...(field && { field }), ...eventOf(json) })
}

function invalid(detail: string, more: Pick<UploadError, 'field' | 'eventID'> = {}): UploadResult {
  return { error: { error: 'bad-message', detail, ...more } }
}

function eventOf(json: unknown): { eventID?: string } {
  const id = json && typeof json === 'object' && 'eventID' in json ? json.eventID : undefined
  return typeof id === 'string' ? { eventID: id.slice(0, 64) } : {}
}
