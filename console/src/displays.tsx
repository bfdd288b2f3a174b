import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Boundary } from './parts/Boundary.tsx'
import { Display } from './screens/display/Display.tsx'
import { Broken } from './screens/display/Waiting.tsx'

// All in one piece: a screen that hangs in a hall must not miss a part of itself after an update.
createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <Boundary failed={Broken}>
      <Display />
    </Boundary>
  </StrictMode>,
)
