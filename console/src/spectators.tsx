import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { opening } from './spectate/routes.tsx'
import { Pages } from './spectate/Pages.tsx'

// What the server wrote stays until there is more to show than an empty page.
const first = await opening(location.pathname)
createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <Pages first={first} />
  </StrictMode>,
)

/** It may be told of a tournament in the language that its pages spoke before. */
async function followLanguage(): Promise<void> {
  if (!Object.keys(localStorage).some((name) => name.startsWith('waggle:push'))) return
  const push = await import('./spectate/push/subscription.ts')
  await push.followLanguage()
}
void followLanguage().catch(() => {})
