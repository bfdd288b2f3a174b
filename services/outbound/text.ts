const maxLength = 200
const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  middot: '·',
  bull: '•',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  copy: '©',
  reg: '®',
  trade: '™',
}

/** Decodes HTML character references; unknown ones are left unchanged. */
export function textOf(html: string): string {
  return html.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));/gi,
    (all, hex, dec, name) => {
      if (name) return entities[name] ?? all
      const code = hex ? parseInt(hex, 16) : Number(dec)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all
    },
  )
}

/** Shortens text to one line without invisible or direction-changing characters. */
export function toPlainLine(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]+/g, '')
    .trim()
  return Array.from(line).slice(0, maxLength).join('').trim()
}

/** Decodes the bytes of a page with the character set of its response header or its head. */
export function decodeBody(body: Buffer, contentType: string): string {
  const head = body.subarray(0, 1_024).toString('latin1')
  const label = /charset=["']?([\w-]{1,40})/i
  const charset = label.exec(contentType)?.[1] ?? label.exec(head)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset).decode(body)
  } catch {
    return new TextDecoder().decode(body)
  }
}
