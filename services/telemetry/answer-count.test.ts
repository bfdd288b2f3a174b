import { expect, test } from 'vitest'
import { answerCount } from './answer-count.ts'

test('two of one connection are asked once, and added up until both have ended', async () => {
  const replies: (() => Promise<unknown>)[] = []
  const bus = {
    answer(_: string, reply: () => Promise<unknown>) {
      replies.push(reply)
      return () => void replies.splice(replies.indexOf(reply), 1)
    },
  }
  const asked = () => Promise.all(replies.map((reply) => reply()))
  const endOne = answerCount(bus, 'status.intake', ['clients', () => 2])
  const endOther = answerCount(bus, 'status.intake', ['clients', () => 3])
  expect(await asked()).toEqual([{ clients: 5 }])
  endOne()
  expect(await asked()).toEqual([{ clients: 3 }])
  endOther()
  expect(await asked()).toEqual([])
})
