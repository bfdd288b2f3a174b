import type { Connect } from './live-connection.ts'

export function socketTo(path: string): Connect {
  return ({ opened, message, closed }) => {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = new WebSocket(`${scheme}://${location.host}${path}`)
    socket.addEventListener('open', opened)
    socket.addEventListener('message', ({ data }) => message(String(data)))
    socket.addEventListener('close', closed)
    return {
      send(text) {
        if (socket.readyState === WebSocket.OPEN) socket.send(text)
      },
      close: () => socket.close(),
    }
  }
}
