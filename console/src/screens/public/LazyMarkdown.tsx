import { Suspense, lazy } from 'react'

const Rendered = lazy(() => import('./Markdown.tsx'))

/** What organisers wrote; until it can be rendered it is read as it was typed. */
export function Markdown({ source }: { source: string }) {
  if (source.trim() === '') return null
  return (
    <Suspense fallback={<p>{source}</p>}>
      <Rendered source={source} />
    </Suspense>
  )
}
