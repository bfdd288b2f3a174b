// The events of a game that are public. Cabinets and their clients also send sign-ins and requests
// to the cabinet; those are not public (P19).
export const publicTypes: ReadonlySet<string> = new Set(
  [
    'spawn mapstart gamestart carryFood berryDeposit berryKickIn blessMaiden reserveMaiden',
    'unreserveMaiden useMaiden getOnSnail getOffSnail snailEat snailEscape glance playerKill',
    'gameend victory cabinetOnline cabinetOffline',
  ]
    .join(' ')
    .split(' '),
)
const plainValue = /^[\w.-]{0,24}$/

export function publicValues({ type, values }: { type: string; values: readonly string[] }) {
  // The reason for a lost connection is free text.
  const published = type.startsWith('cabinet') ? [] : values
  return published.map((value) => (plainValue.test(value) ? value : ''))
}
