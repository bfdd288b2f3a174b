import { expect, test } from 'vitest'
import { replyWithCount } from './answer-count.ts'

test('counts of one connection share a subscription and are added up until both end', async () => {
  const replies: (() => Promise<unknown>)[] = []
  const bus = {
    answer(_: string, reply: () => Promise<unknown>) {
      replies.push(reply)
      return () => void replies.splice(replies.indexOf(reply), 1)
    },
  }
  const requestAll = () => Promise.all(replies.map((reply) => reply()))
  const endOne = replyWithCount(bus, 'status.intake', ['clients', () => 2])
  const endOther = replyWithCount(bus, 'status.intake', ['clients', () => 3])
  expect(await requestAll()).toEqual([{ clients: 5 }])
  endOne()
  expect(await requestAll()).toEqual([{ clients: 3 }])
  endOther()
  expect(await requestAll()).toEqual([])
})
