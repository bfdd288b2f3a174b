import Fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { logRequests, serializers } from './request-log.ts'

afterEach(() => void vi.restoreAllMocks())

const away = (message: string) => Object.assign(new Error(message), { retryable: true })

test('while it starts, a server says once and without a stack what it waits for', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const lines: string[] = []
  const web = Fastify({ logger: { stream: { write: (line: string) => void lines.push(line) } } })
  logRequests(web, false)
  await web.ready()
  web.logError('commits', away('the log does not answer'))
  web.logError('facts', away('the log does not answer'))
  expect(warn.mock.calls).toEqual([['Waiting: the log does not answer']])
  expect(lines).toEqual([])
  web.logError('commits', new Error('a fault'))
  expect(lines.join('')).toContain('a fault')

  await web.listen({ host: '127.0.0.1', port: 0 })
  web.logError('commits', away('the log is away'))
  expect(lines.join('')).toContain('the log is away')
  expect(warn).toHaveBeenCalledOnce()
  await web.close()
})

test('P19: an error of Postgres is logged with its text only if it is about the server itself', () => {
  const logged = (code: string, more = {}) => {
    const error = Object.assign(new Error('a text'), { severity: 'ERROR', code, ...more })
    return serializers.err(error).message
  }
  expect(logged('53100')).toBe('a text')
  expect(logged('23505', { table: 'person', constraint: 'email' })).toBe('Postgres: person email')
  expect(logged('22001')).toBe('Postgres:')
})
