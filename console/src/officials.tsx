import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import Mantine from './ui/theme/Mantine.tsx'
import { router } from './shell/router.tsx'

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <Mantine>
      <RouterProvider router={router} />
    </Mantine>
  </StrictMode>,
)
