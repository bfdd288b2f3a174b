import { useEffect, useState, useSyncExternalStore } from 'react'
import { pageAt } from '../core/addresses.ts'
import { reasonOf } from '../core/rest.ts'
import { text } from '../core/text/text.ts'
import { Boundary } from '../ui/Boundary.tsx'
import { Failed, Layout, Lost } from '../ui/Layout.tsx'
import { keyOf, loadPage } from './routes.tsx'
import type { LoadedPage } from './routes.tsx'
import { followLink, path, watchPath } from './page/path.ts'

/**
 * The public pages. A click on a link to another public page opens it without a page load. If that
 * page cannot be loaded, the open one stays.
 */
export function Pages({ first }: { first: LoadedPage }) {
  const at = useSyncExternalStore(watchPath, path)
  const [opened, setOpened] = useState({ at, page: first })
  const [failed, setFailed] = useState<{ at: string; error: unknown } | null>(null)
  if (failed && failed.at !== at) setFailed(null)
  const page = pageAt(at)
  const isSame = page !== null && opened.page.state === 'open' && opened.page.key === keyOf(page)
  const isOpen = isSame || opened.at === at
  useEffect(() => {
    if (isOpen || failed) return
    let isLatest = true
    void loadPage(at).then((next) => {
      if (!isLatest) return
      if (next.state === 'failed') return setFailed({ at, error: next.error })
      scrollTo(0, 0)
      setOpened({ at, page: next })
    })
    return () => {
      isLatest = false
    }
  }, [at, isOpen, failed])
  useEffect(() => {
    document.addEventListener('click', followLink)
    return () => document.removeEventListener('click', followLink)
  }, [])
  return (
    <Layout isBusy={!isOpen && !failed}>
      {failed && opened.page.state !== 'failed' && (
        <NotLoaded error={failed.error} onRetry={() => setFailed(null)} />
      )}
      <Open opened={opened.page} at={isOpen ? at : opened.at} />
    </Layout>
  )
}

function NotLoaded({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className="card row not-loaded" role="alert">
      <p className="fill">
        <strong>{text.failedToLoad}</strong> {reasonOf(error)}
      </p>
      <button type="button" className="primary" onClick={onRetry}>
        {text.retry}
      </button>
    </div>
  )
}

/** The open page stays until the next one is loaded. */
function Open({ opened, at }: { opened: LoadedPage; at: string }) {
  if (opened.state === 'failed') return <Failed error={opened.error} />
  const page = pageAt(at)
  if (opened.state === 'lost' || !page) return <Lost />
  return (
    <Boundary key={opened.key} failed={Failed}>
      {opened.draw(page)}
    </Boundary>
  )
}
