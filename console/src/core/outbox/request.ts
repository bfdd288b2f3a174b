import { rest } from '../rest.ts'
import type { Write } from '../rest.ts'
import type { ControlCommand } from './pending-command.ts'

/** The REST request for a command. */
export function requestOf(tournament: number, command: ControlCommand): Write {
  const ids = { id: tournament }
  switch (command.type) {
    case 'AddScore': {
      const { match: id, type: _, by, ...point } = command
      const body = { ...point, by: by > 0 ? 1 : -1 } as const
      return rest.put('/api/tournament/match/:id/add-score/', { id }, body)
    }
    case 'SetSides': {
      const { match: id, isFlipped } = command
      return rest.patch('/api/tournament/match/:id/', { id }, { isFlipped })
    }
    case 'SetWarmup': {
      const { match: id, on: isWarmup } = command
      return rest.patch('/api/tournament/match/:id/', { id }, { isWarmup })
    }
    case 'StartMatch': {
      const { match: id, cabinet, force, displace } = command
      return rest.put('/api/tournament/match/:id/start/', { id }, { cabinet, force, displace })
    }
    case 'StopMatch':
      return rest.put('/api/tournament/match/:id/stop/', { id: command.match }, {})
    case 'CompleteMatch': {
      const { match: id, force } = command
      return rest.put('/api/tournament/match/:id/complete/', { id }, { force })
    }
    case 'SelectNext': {
      const { cabinet, displace } = command
      return rest.put('/api/tournament/tournament/:id/select-next/', ids, { cabinet, displace })
    }
    case 'HoldCabinet': {
      const { cabinet } = command
      return rest.put('/api/tournament/tournament/:id/hold-timer/', ids, { cabinet })
    }
    case 'ReleaseCabinet': {
      const { cabinet } = command
      return rest.put('/api/tournament/tournament/:id/release-timer/', ids, { cabinet })
    }
    case 'ExtendTimer': {
      const { cabinet, seconds } = command
      return rest.put('/api/tournament/tournament/:id/extend-timer/', ids, { cabinet, seconds })
    }
    case 'ClickGame': {
      const tournamentMatch = command.isAttached ? command.match : null
      const { game: id, force } = command
      return rest.patch('/api/game/game/:id/', { id }, { tournamentMatch, force })
    }
    case 'CreateQueues':
      return rest.put('/api/tournament/tournament/:id/create-queues/', ids)
    case 'SetQueue': {
      const { queue: id, matches, expected } = command
      return rest.put('/api/tournament/queue/:id/set-queue/', { id }, { matches, expected })
    }
    case 'AssignAll': {
      const { queue: id, stages: brackets, spread } = command
      return rest.put('/api/tournament/queue/:id/assign-all/', { id }, { brackets, spread })
    }
    case 'RemoveAll':
      return rest.put('/api/tournament/queue/:id/remove-all/', { id: command.queue })
    case 'EnableQueue': {
      const { queue: id, on: enabled } = command
      return rest.patch('/api/tournament/queue/:id/', { id }, { enabled })
    }
    case 'Undo': {
      const { version, displace } = command
      return rest.put('/api/tournament/tournament/:id/undo/', ids, { version, displace })
    }
  }
}
