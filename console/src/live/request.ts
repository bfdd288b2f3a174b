import type { Pressed } from './press.ts'

export type Request = { method: 'PUT' | 'PATCH'; path: string; body: Record<string, unknown> }

/** The call that carries a command. */
export function requestOf(tournament: number, command: Pressed): Request {
  const own = `/api/tournament/tournament/${tournament}`
  switch (command.type) {
    case 'AddScore':
      return put(`${match(command)}/add-score/`, { team: command.team, by: command.by })
    case 'SetSides':
      return patch(`${match(command)}/`, { isFlipped: command.isFlipped })
    case 'SetWarmup':
      return patch(`${match(command)}/`, { isWarmup: command.on })
    case 'StartMatch':
      return put(`${match(command)}/start/`, { cabinet: command.cabinet, force: command.force })
    case 'StopMatch':
      return put(`${match(command)}/stop/`, {})
    case 'CompleteMatch':
      return put(`${match(command)}/complete/`, { force: command.force })
    case 'SelectNext':
      return put(`${own}/select-next/`, { cabinet: command.cabinet })
    case 'HoldTimer':
      return put(`${own}/hold-timer/`, { cabinet: command.cabinet })
    case 'CreateQueues':
      return put(`${own}/create-queues/`, {})
    case 'SetQueue': {
      const { matches, expected } = command
      return put(`/api/tournament/queue/${command.queue}/set-queue/`, { matches, expected })
    }
    case 'EnableQueue':
      return patch(`/api/tournament/queue/${command.queue}/`, { enabled: command.on })
    case 'Undo':
      return put(`${own}/undo/`, { version: command.version })
  }
}

function match(command: { match: number }): string {
  return `/api/tournament/match/${command.match}`
}

function put(path: string, body: Record<string, unknown>): Request {
  return { method: 'PUT', path, body }
}

function patch(path: string, body: Record<string, unknown>): Request {
  return { method: 'PATCH', path, body }
}
