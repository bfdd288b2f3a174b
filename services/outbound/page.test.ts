import { expect, test } from 'vitest'
import { random } from '#events/simulation/random.ts'
import { imageType } from './image.ts'
import { describe } from './page.ts'
import { decodeBody } from './text.ts'

test('R-OG-4: og:title and og:image are read, or else the title', () => {
  const page = `<!doctype html><HTML><head><Title>Plain</title>
    <meta content='Bees &amp; Queens &#8211; 2026' property="og:title">
    <meta property=og:image content=/a.png /></head>`
  expect(describe(page)).toEqual({ title: 'Bees & Queens – 2026', image: '/a.png' })
  expect(describe('<title>\n  Plain\t title </title>')).toEqual({
    title: 'Plain title',
    image: null,
  })
  expect(describe('<meta name="og:title" content=""><title>T</title>').title).toBe('T')
  expect(describe('<title>first</title><svg><title>second</title></svg>').title).toBe('first')
  expect(describe('nothing here')).toEqual({ title: '', image: null })
})

test('R-OG-4: a script in a title is text', () => {
  const title = '<script>alert(1)</script>'
  expect(describe(`<title>${title}</title>`).title).toBe(title)
  expect(describe(`<meta property="og:title" content="${title}">`).title).toBe(title)
  expect(describe('<title>&lt;b&gt;x&lt;/b&gt;</title>').title).toBe('<b>x</b>')
})

test('R-OG-4: a title is plain text of at most 200 characters', () => {
  const { title } = describe(`<title>${'🐝'.repeat(300)}</title>`)
  expect(Array.from(title)).toHaveLength(200)
  expect(title.isWellFormed()).toBe(true)
  expect(describe('<title>a\u202Eb\u0000c&#xD800;d&#8206;</title>').title).toBe('ab c\uFFFDd')
})

test('text that only looks like a tag is ignored', () => {
  const inScript = `<script>var a = '<meta property="og:title" content="no">'</script>`
  const inComment = '<!-- <title>no</title> --><!--><title>yes</title>'
  expect(describe(`${inScript}<style><title>no</title></style>${inComment}`).title).toBe('yes')
  expect(describe('<a title="<title>no</title>"><title>yes</title>').title).toBe('yes')
  expect(describe('1 < 2 <title>yes').title).toBe('yes')
})

test('reading terminates for malicious or truncated pages', () => {
  const half = 2 ** 19
  const traps = ['<', '<!--', '<a ', '<a =', '<a b="', '<title>', '<script>', '</', '&#', '<a/=/=']
  for (const trap of traps) {
    const filled = trap.repeat(Math.ceil(half / trap.length))
    expect(Array.from(describe(filled).title).length).toBeLessThanOrEqual(200)
  }
  const whole = '<!-- c --><title>A &amp; B</title><meta property="og:image" content="/x">'
  for (let cut = 0; cut <= whole.length; cut++) {
    expect(whole.includes(describe(whole.slice(0, cut)).title.slice(0, 1))).toBe(true)
  }
  const r = random('pages')
  const letters = [
    '<',
    '>',
    '/',
    '=',
    '"',
    "'",
    ' ',
    '!',
    '-',
    'a',
    'title',
    'meta',
    'content',
    '&',
  ]
  for (let round = 0; round < 3_000; round++) {
    const page = Array.from({ length: 40 }, () => r.pick(letters)).join('')
    expect(Array.from(describe(page).title).length).toBeLessThanOrEqual(200)
  }
})

test('a page is decoded with the character set that it declares', () => {
  const latin = Buffer.from('<title>Käfig</title>', 'latin1')
  expect(decodeBody(latin, 'text/html; charset=ISO-8859-1')).toContain('Käfig')
  const declared = Buffer.from('<meta charset="windows-1252"><title>Käfig</title>', 'latin1')
  expect(decodeBody(declared, 'text/html')).toContain('Käfig')
  expect(decodeBody(Buffer.from('Käfig'), 'text/html; charset=nonsense')).toBe('Käfig')
})

test('R-OG-4: a picture is recognized by its first bytes, and SVG is refused', () => {
  const typeOf = (text: string) => imageType(Buffer.from(text, 'latin1'))
  expect(typeOf('\x89PNG\r\n\x1a\n....')).toBe('image/png')
  expect(typeOf('\xff\xd8\xff\xe0')).toBe('image/jpeg')
  expect(typeOf('GIF89a')).toBe('image/gif')
  expect(typeOf('RIFF\x00\x00\x00\x00WEBPVP8 ')).toBe('image/webp')
  expect(typeOf('\x00\x00\x00\x1cftypavif')).toBe('image/avif')
  expect(['<svg xmlns=', '<?xml', '<html>', '', 'RIFF0000WAVE'].map(typeOf)).toEqual(
    Array.from({ length: 5 }, () => null),
  )
})
