import { useEffect, useState, useSyncExternalStore } from 'react'
import { pageAt } from '../core/addresses.ts'
import { Boundary } from '../ui/Boundary.tsx'
import { Failed, Layout, Lost } from '../ui/Layout.tsx'
import { keyOf, loadPage } from './routes.tsx'
import type { LoadedPage } from './routes.tsx'
import { followLink, path, watchPath } from './page/path.ts'

/** The public pages. A click on a link to another public page opens it without a page load. */
export function Pages({ first }: { first: LoadedPage }) {
  const at = useSyncExternalStore(watchPath, path)
  const [opened, setOpened] = useState({ at, page: first })
  const page = pageAt(at)
  const isSame = page !== null && opened.page.state === 'open' && opened.page.key === keyOf(page)
  const isOpen = isSame || opened.at === at
  useEffect(() => {
    if (isOpen) return
    let isLatest = true
    void loadPage(at).then((next) => {
      if (!isLatest) return
      scrollTo(0, 0)
      setOpened({ at, page: next })
    })
    return () => {
      isLatest = false
    }
  }, [at, isOpen])
  useEffect(() => {
    document.addEventListener('click', followLink)
    return () => document.removeEventListener('click', followLink)
  }, [])
  return (
    <Layout isBusy={!isOpen}>
      <Open opened={opened.page} at={isOpen ? at : opened.at} />
    </Layout>
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
