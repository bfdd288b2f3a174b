import { ask, world } from './get.ts'
import type { Outside } from './get.ts'
import { targetOf } from './target.ts'

export type PostAnswer = {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** its beginning, for what it says of a mistake */
  body: string
}
/** Null: it cannot or may not be reached. It follows no redirect: what is sent is meant for one place. */
export type Post = (
  address: string,
  options: { headers: Record<string, string>; body: Buffer; signal: AbortSignal },
) => Promise<PostAnswer | null>

const maxAnswerBytes = 4_096

export function openPost(part: Partial<Outside> = {}): Post {
  const outside = { ...world, ...part }
  return async (address, { headers, body, signal }) => {
    const target = targetOf(address)
    if (!target) return null
    try {
      const sized = { 'user-agent': 'Waggle/1.0', ...headers, 'content-length': body.length }
      const response = await ask(outside, target, { method: 'POST', headers: sized, body, signal })
      const { statusCode: status = 0, headers: answered } = response
      const parts: Buffer[] = []
      let size = 0
      for await (const part of response as AsyncIterable<Buffer>) {
        parts.push(part)
        size += part.length
        if (size > maxAnswerBytes) break
      }
      const text = Buffer.concat(parts).subarray(0, maxAnswerBytes).toString('utf8')
      return { status, headers: answered, body: text }
    } catch {
      return null
    }
  }
}
