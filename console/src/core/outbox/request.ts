import type { Pressed } from './pending-command.ts'

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
    case 'StartMatch': {
      const { cabinet, force, displace } = command
      return put(`${match(command)}/start/`, { cabinet, force, displace })
    }
    case 'StopMatch':
      return put(`${match(command)}/stop/`, {})
    case 'CompleteMatch':
      return put(`${match(command)}/complete/`, { force: command.force })
    case 'SelectNext':
      return put(`${own}/select-next/`, {
        cabinet: command.cabinet,
        displace: command.displace,
      })
    case 'HoldCabinet':
      return put(`${own}/hold-timer/`, { cabinet: command.cabinet })
    case 'ReleaseCabinet':
      return put(`${own}/release-timer/`, { cabinet: command.cabinet })
    case 'ExtendTimer': {
      const { cabinet, seconds } = command
      return put(`${own}/extend-timer/`, { cabinet, seconds })
    }
    case 'ClickGame': {
      const tournamentMatch = command.isAttached ? command.match : null
      return patch(`/api/game/game/${command.game}/`, { tournamentMatch })
    }
    case 'CreateQueues':
      return put(`${own}/create-queues/`, {})
    case 'SetQueue': {
      const { matches, expected } = command
      return put(`/api/tournament/queue/${command.queue}/set-queue/`, { matches, expected })
    }
    case 'AssignAll': {
      const { queue, stages: brackets } = command
      return put(`/api/tournament/queue/${queue}/assign-all/`, { brackets })
    }
    case 'RemoveAll':
      return put(`/api/tournament/queue/${command.queue}/remove-all/`, {})
    case 'EnableQueue':
      return patch(`/api/tournament/queue/${command.queue}/`, { enabled: command.on })
    case 'Undo':
      return put(`${own}/undo/`, { version: command.version, displace: command.displace })
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
