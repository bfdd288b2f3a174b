import { expect, test } from 'vitest'
import { readUpload } from './client.ts'

const sample = {
  gameID: '2e51c9ae-20d5-4a25-9e5c-54220dc8e752',
  eventID: '0d3b1c1e-5a55-4d4f-b9f0-9f8a5f0d7a11',
  time: '2024-02-01T02:16:29.720Z',
  type: 'spawn',
  values: ['1', 'False'],
  cabinet: { sceneName: 'nyc', cabinetName: 'wonderville', token: 't' },
}
const read = (message: unknown) => readUpload(Buffer.from(JSON.stringify(message)), false)

test('an event is read as it was sent', () => {
  expect(read(sample)).toEqual({ upload: sample })
})

test('unknown event types and events outside games pass', () => {
  const { gameID: _, ...outside } = sample
  expect(read({ ...outside, type: 'signInPlayer' })).toMatchObject({ upload: { gameID: null } })
})

test('an error names the field and the event', () => {
  expect(readUpload(Buffer.from('![k[alive],v[]]!'), false)).toMatchObject({
    error: { error: 'bad-message', detail: 'Not JSON' },
  })
  expect(readUpload(Buffer.from('{}'), true)).toHaveProperty('error')
  expect(read({ ...sample, time: 'yesterday' })).toMatchObject({
    error: { field: 'time', eventID: sample.eventID },
  })
  expect(read({ ...sample, cabinet: { ...sample.cabinet, token: 5 } })).toMatchObject({
    error: { field: 'cabinet.token' },
  })
  expect(read([])).toHaveProperty('error')
  expect(read(null)).toHaveProperty('error')
})

test('text that the database cannot store is refused', () => {
  expect(read({ ...sample, values: ['\0'] })).toHaveProperty('error')
  expect(read({ ...sample, values: ['\ud83d', '\ude00'] })).toHaveProperty('error')
  expect(read({ ...sample, values: ['😀'] })).toHaveProperty('upload')
})

test('the size of a message is limited', () => {
  expect(read({ ...sample, values: Array(40).fill('x'.repeat(2000)) })).toMatchObject({
    error: { detail: 'A message is at most 64 KiB' },
  })
})
