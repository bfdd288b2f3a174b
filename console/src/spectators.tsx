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
