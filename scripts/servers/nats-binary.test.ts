import { expect, test } from 'vitest'
import { sources } from './nats-binary.ts'

test('reads stanzas of a .sources file and ignores comments', () => {
  const text = `Types: deb
# URIs: http://old.example/debian
URIs: http://mirror.example/debian
Suites: bookworm bookworm-updates
Components: main

Types: deb
URIs: http://other.example
Suites: nodistro
Components: main extra`
  expect(sources(text)).toEqual([
    {
      uri: 'http://mirror.example/debian',
      suites: ['bookworm', 'bookworm-updates'],
      parts: ['main'],
    },
    { uri: 'http://other.example', suites: ['nodistro'], parts: ['main', 'extra'] },
  ])
})

test('reads lines of a .list file, with and without options', () => {
  const text = `deb [signed-by=/k.gpg arch=amd64] http://a.example/debian trixie main
deb-src http://a.example/debian trixie main
deb http://b.example stable main contrib`
  expect(sources(text)).toEqual([
    { uri: 'http://a.example/debian', suites: ['trixie'], parts: ['main'] },
    { uri: 'http://b.example', suites: ['stable'], parts: ['main', 'contrib'] },
  ])
})
