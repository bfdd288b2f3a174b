import { allowing } from './allowed.ts'
import { request, publicInternet } from './get.ts'
import type { NetworkAccess } from './get.ts'
import { targetOf } from './target.ts'

export type PostAnswer = {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** the beginning of the response body, which may describe an error */
  body: string
}
/**
 * Sends a POST; null if the address cannot be reached or is not allowed. Does not follow redirects.
 */
export type Post = (
  address: string,
  options: { headers: Record<string, string>; body: Buffer; signal: AbortSignal },
) => Promise<PostAnswer | null>

const maxAnswerBytes = 4_096

export function openPost(part: Partial<NetworkAccess> = {}): Post {
  const network = allowing({ ...publicInternet, ...part })
  return async (address, { headers, body, signal }) => {
    const target = targetOf(address)
    if (!target) return null
    try {
      const allHeaders = { 'user-agent': 'Waggle/1.0', ...headers, 'content-length': body.length }
      const response = await request(network, target, {
        method: 'POST',
        headers: allHeaders,
        body,
        signal,
      })
      const { statusCode: status = 0, headers: responseHeaders } = response
      const parts: Buffer[] = []
      let size = 0
      for await (const part of response as AsyncIterable<Buffer>) {
        parts.push(part)
        size += part.length
        if (size > maxAnswerBytes) break
      }
      const text = Buffer.concat(parts).subarray(0, maxAnswerBytes).toString('utf8')
      return { status, headers: responseHeaders, body: text }
    } catch {
      return null
    }
  }
}
