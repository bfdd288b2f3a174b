import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Boundary } from './ui/Boundary.tsx'
import { Display } from './display/Display.tsx'
import { displayAt } from './display/address.ts'
import { Broken } from './display/Waiting.tsx'

const isEmbed = displayAt(location.pathname)?.at === 'embed'
const Shown = isEmbed ? (await import('./display/Embed.tsx')).Embed : Display
// Else all in one piece: a screen that hangs in a hall must not miss a part of itself after an update.
createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <Boundary failed={Broken}>
      <Shown />
    </Boundary>
  </StrictMode>,
)
