import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadPage } from './spectate/routes.tsx'
import { Pages } from './spectate/Pages.tsx'

// The content written by the server stays until the first page is ready.
const first = await loadPage(location.pathname)
createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <Pages first={first} />
  </StrictMode>,
)

/** Push subscriptions may still have the language that was chosen before: updates them. */

async function followLanguage(): Promise<void> {
  if (!Object.keys(localStorage).some((name) => name.startsWith('waggle:push'))) return
  const push = await import('./spectate/push/subscription.ts')
  await push.followLanguage()
}
void followLanguage().catch(() => {})
