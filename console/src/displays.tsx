import { StrictMode } from 'react'
import type { ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { retryForever } from './core/connection/chunk-recovery.ts'
import { Boundary } from './ui/Boundary.tsx'
import { Display } from './display/Display.tsx'
import { displayAt } from './display/address.ts'
import { Broken } from './display/Waiting.tsx'

function show(Screen: ComponentType): void {
  createRoot(document.querySelector('#root')!).render(
    <StrictMode>
      <Boundary failed={Broken}>
        <Screen />
      </Boundary>
    </StrictMode>,
  )
}

// Not split into lazy parts: a screen in the venue must not miss a chunk after an update.
if (displayAt(location.pathname)?.at !== 'embed') show(Display)
else void retryForever(() => import('./display/Embed.tsx')).then(({ Embed }) => show(Embed))
