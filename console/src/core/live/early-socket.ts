import type { Connect } from './relay.ts'

/** A socket that the page opened itself (`early.ts`): what it asked and has heard so far. */
export type Early = {
  path: string
  socket: WebSocket
  asked: string
  heard: string[]
  claim: () => void
}
const here = globalThis as { early?: Early | undefined }

/** The first connection is the one that the page opened itself, if it is to there and alive. */
export function claimEarly(to: string, connect: Connect): Connect {
  return (listener) => {
    const { early } = here
    here.early = undefined
    early?.claim()
    if (early?.path !== to || early.socket.readyState > WebSocket.OPEN) {
      early?.socket.close()
      return connect(listener)
    }
    const { socket, asked, heard } = early
    let isAsked = false
    const begin = () => {
      listener.opened()
      heard.forEach(listener.message)
    }
    socket.addEventListener('message', ({ data }) => listener.message(String(data)))
    socket.addEventListener('close', listener.closed)
    // Whoever connects has the socket in hand before it hears of it.
    if (socket.readyState === WebSocket.OPEN) queueMicrotask(begin)
    else socket.addEventListener('open', begin)
    return {
      send(text) {
        if (isAsked || text !== asked) socket.send(text)
        isAsked ||= text === asked
      },
      close: () => socket.close(),
    }
  }
}
