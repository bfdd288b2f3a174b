// What everybody may read of a game. Cabinets and their clients also send who signs in and what a
// cabinet was asked; none of that is told (P19).
export const publicTypes: ReadonlySet<string> = new Set(
  [
    'spawn mapstart gamestart carryFood berryDeposit berryKickIn blessMaiden reserveMaiden',
    'unreserveMaiden useMaiden getOnSnail getOffSnail snailEat snailEscape glance playerKill',
    'gameend victory cabinetOnline cabinetOffline',
  ]
    .join(' ')
    .split(' '),
)
const plain = /^[\w.-]{0,24}$/

export function publicValues({ type, values }: { type: string; values: readonly string[] }) {
  // A reason for a lost connection is free text.
  const shown = type.startsWith('cabinet') ? [] : values
  return shown.map((value) => (plain.test(value) ? value : ''))
}
