import MarkdownToJsx from 'markdown-to-jsx/react'
import type { AnchorHTMLAttributes, ImgHTMLAttributes } from 'react'
import styles from './Markdown.module.css'

/** Renders public text of organisers: without raw HTML, and with links that send no referrer. */
export default function Markdown({ source }: { source: string }) {
  return (
    <div className={styles.prose}>
      <MarkdownToJsx
        options={{
          disableParsingRawHTML: true,
          forceBlock: true,
          overrides: {
            a: { component: ExternalLink },
            img: { component: Picture },
            // The page's own headings are above these.
            h1: { component: 'h3' },
            h2: { component: 'h3' },
            h3: { component: 'h4' },
            h4: { component: 'h5' },
          },
        }}
      >
        {source}
      </MarkdownToJsx>
    </div>
  )
}

function ExternalLink({ href, title, children }: AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a href={href} title={title} rel="noopener noreferrer nofollow ugc">
      {children}
    </a>
  )
}

function Picture({ src, alt, title }: ImgHTMLAttributes<HTMLImageElement>) {
  return <img src={src} alt={alt ?? ''} title={title} loading="lazy" referrerPolicy="no-referrer" />
}
