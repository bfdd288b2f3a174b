import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { beforePageChange, keepFocus } from './ui/focus/keep-focus.ts'
import Mantine from './ui/theme/Mantine.tsx'
import { markRowsShown } from './core/first-data-shown.ts'
import { router } from './shell/router.tsx'

// Other screens have no rows to wait for.
if (!location.pathname.startsWith('/tournament/')) markRowsShown()

keepFocus()
let pageChanged = () => {}
router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
  // The first page is loaded with the program.
  pageChanged = fromLocation && pathChanged ? beforePageChange() : () => {}
})
router.subscribe('onRendered', () => pageChanged())

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <Mantine>
      <RouterProvider router={router} />
    </Mantine>
  </StrictMode>,
)
