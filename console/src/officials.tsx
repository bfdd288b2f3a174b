import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import Mantine from './ui/theme/Mantine.tsx'
import { markRowsShown } from './core/first-data-shown.ts'
import { router } from './shell/router.tsx'

// Other screens have no rows to wait for.
if (!location.pathname.startsWith('/tournament/')) markRowsShown()

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <Mantine>
      <RouterProvider router={router} />
    </Mantine>
  </StrictMode>,
)
