import { directionOf } from '#events/text/languages.ts'
import type { LanguageCode } from '#events/text/languages.ts'
import { escapeHtml } from './escape-html.ts'
import type { Preview } from './open-graph.ts'

const product = 'Waggle'

type HeadContext = { scripts: string[]; styles: string[]; origin: string }
/**
 * `first`: scripts that run before all others; `reads`: API paths that the program requests first
 */
type Files = Pick<HeadContext, 'scripts' | 'styles'> & {
  first?: string[]
  reads?: string[]
}

/**
 * Adds the head that chats show of a link to the console's page, and its title and text until the
 * scripts run.
 */
export function withHead(html: string, preview: Preview, context: HeadContext): string {
  const { origin } = context
  const { title, description, path, isLogo = false } = preview
  const image = preview.image && new URL(preview.image, origin).href
  const tags = [
    `<title>${escaped(title)} · ${product}</title>`,
    meta('name', 'description', description),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', product),
    meta('property', 'og:url', `${origin}${path}`),
    meta('name', 'twitter:card', image && !isLogo ? 'summary_large_image' : 'summary'),
    ...(image ? [meta('property', 'og:image', image)] : []),
    `<link rel="canonical" href="${escaped(`${origin}${path}`)}" />`,
    ...linksTo(html, context),
  ]
  const initialContent = `<main class="first"><h1>${escaped(title)}</h1><p>${escaped(description)}</p></main>`
  // Replaces with functions, because `$` has a special meaning in a replacement string.
  return html
    .replace(/<title>.*?<\/title>/, () => tags.join('\n    '))
    .replace('<div id="root"></div>', () => `<div id="root">${initialContent}</div>`)
}

/** Sets the page's language and text direction. */
export function inLanguage(html: string, language: LanguageCode): string {
  return html.replace(
    /<html[^>]*>/,
    () => `<html lang="${language}" dir="${directionOf(language)}">`,
  )
}

/** Adds preload links to the console's page, for screens without a head of their own. */
export function withLinks(html: string, files: Files): string {
  const { first = [] } = files
  const scripts = first.map(
    (file) => `<script type="module" async src="/${escaped(file)}"></script>`,
  )
  return html
    .replace('<title>', () => [...scripts, '<title>'].join('\n    '))
    .replace('</head>', () => `${linksTo(html, files).join('\n    ')}\n  </head>`)
}

/** Links that preload the files a page needs, except those it already references. */
function linksTo(html: string, { scripts, styles, reads = [] }: Files): string[] {
  const link = (kind: string) => (file: string) =>
    html.includes(`"/${file}"`) ? [] : `<link rel="${kind}" crossorigin href="/${escaped(file)}" />`
  return [
    ...styles.flatMap(link('stylesheet')),
    ...scripts.flatMap(link('modulepreload')),
    ...reads.map((path) => `<link rel="preload" as="fetch" crossorigin href="${escaped(path)}" />`),
  ]
}

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escaped(content)}" />`
}

/** Escapes text for content and attributes; replaces control characters with spaces. */
function escaped(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return escapeHtml(text.replace(/[\u0000-\u001f\u007f]+/g, ' '))
}
