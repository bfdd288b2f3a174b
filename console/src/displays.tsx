import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Boundary } from './ui/Boundary.tsx'
import { Display } from './display/Display.tsx'
import { Broken } from './display/Waiting.tsx'

// All in one piece: a screen that hangs in a hall must not miss a part of itself after an update.
createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <Boundary failed={Broken}>
      <Display />
    </Boundary>
  </StrictMode>,
)
