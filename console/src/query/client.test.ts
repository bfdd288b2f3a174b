import { QueryObserver, focusManager, onlineManager } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { queryClient } from './client.ts'

function reading<T>(key: string, queryFn: () => Promise<T>) {
  const observer = new QueryObserver(queryClient, { queryKey: [key], queryFn })
  const stop = observer.subscribe(() => {})
  return { observer, stop, result: () => observer.getCurrentResult() }
}

test('a failed read is reported at once, and repeated when the network is back', async () => {
  let isAway = true
  let reads = 0
  const { stop, result } = reading('lost', async () => {
    reads += 1
    if (isAway) throw new Error('away')
    return 'rows'
  })
  await expect.poll(() => result().error?.message).toBe('away')
  expect(reads).toBe(1)
  isAway = false
  onlineManager.setOnline(false)
  onlineManager.setOnline(true)
  await expect.poll(() => result()).toMatchObject({ data: 'rows', error: null })
  stop()
})

test('reads are sent although the browser is offline, because a venue may have no internet', async () => {
  onlineManager.setOnline(false)
  const { stop, result } = reading('offline', async () => 'rows')
  await expect.poll(() => result().data).toBe('rows')
  onlineManager.setOnline(true)
  stop()
})

test('the previous answer stays while it is read again after the page regained the focus', async () => {
  const answers: ((value: string) => void)[] = []
  const { stop, result } = reading(
    'seen',
    () => new Promise<string>((resolve) => answers.push(resolve)),
  )
  answers[0]?.('before')
  await expect.poll(() => result().data).toBe('before')
  focusManager.setFocused(false)
  focusManager.setFocused(true)
  await expect.poll(() => result()).toMatchObject({ data: 'before', isFetching: true })
  answers[1]?.('after')
  await expect.poll(() => result().data).toBe('after')
  stop()
})

test('the answer to the newest read wins, whichever arrives first', async () => {
  const answers: ((value: string) => void)[] = []
  const { observer, stop, result } = reading(
    'raced',
    () => new Promise<string>((resolve) => answers.push(resolve)),
  )
  answers[0]?.('first')
  await expect.poll(() => result().data).toBe('first')
  void observer.refetch()
  void observer.refetch()
  await expect.poll(() => answers).toHaveLength(3)
  answers[2]?.('newest')
  await expect.poll(() => result().data).toBe('newest')
  answers[1]?.('older')
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(result().data).toBe('newest')
  stop()
})

test('an answer without observers is removed from the cache', async () => {
  const { stop, result } = reading('left', async () => 'rows')
  await expect.poll(() => result().data).toBe('rows')
  stop()
  await expect.poll(() => queryClient.getQueryData(['left'])).toBeUndefined()
})
