import type { PressCommand } from '#events/describe/commands.ts'
import type { RefusalCode } from '#events/refusals.ts'
import type { CommandOf } from '#events/schema/command.ts'
import type { WriteState } from '../writes/write-machine.ts'

/** The commands that controls send. */
export type ControlCommand = Command | GameClick
type Command = CommandOf<PressCommand>

/** Adds a game to a match or removes it. `game` is the number that the server gave it. */
type GameClick = {
  type: 'ClickGame'
  game: number
  match: number
  isAttached: boolean
  /** the press was asked about and confirmed */
  force?: boolean
  /** the team that gets the point; null if the game does not count */
  team: number | null
}

/** A press: one command under one id until it is answered, however often it is sent. */
export type PendingCommand = {
  id: string
  command: ControlCommand
  /** when, by this device's clock */
  at: number
  /** key of the control beside which its state and its refusals are shown */
  place: string
  /** `+1 Gold in M12` */
  label: string
  /** the title of its refusal: `Could not swap team sides` */
  failure: string
  state: WriteState
  reason: string | null
  /** of the refusal, if the server sent one */
  code?: RefusalCode | undefined
  /** the version that contains its effect, once answered */
  version: number | null
  /** an attempt was made: it may have been saved although no answer arrived */
  tried: boolean
  /** a snapshot arrived after it was sent, and may already contain its effect */
  unsure: boolean
  /** a person confirmed that it is sent although it is old */
  isResendConfirmed: boolean
}
export type NewCommand = Pick<PendingCommand, 'command' | 'place' | 'label' | 'failure'>

/** True if it is not known to be saved. */
export function isUnsent(press: PendingCommand): boolean {
  return press.state !== 'answered' && press.state !== 'refused'
}

/** True if it is not saved and its first attempt took too long, so that the user is told. */
export function isOverdue(press: PendingCommand): boolean {
  return isUnsent(press) && press.state !== 'sending'
}

/** True if it is sent as soon as that is possible. */
export function isWaiting(press: PendingCommand): boolean {
  return isUnsent(press) && press.state !== 'asking'
}

/** Whether a press with this state is shown as if it had happened already. */
export function isShownAhead(state: WriteState): boolean {
  return state !== 'refused' && state !== 'asking'
}
