import { useEffect, useRef } from 'react'
import { play } from '../../core/sound.ts'
import { useCountdown } from '../../hooks/useCountdown.ts'
import { pairedOf, useUser } from '../../core/session-user.ts'
import { useTournamentCabinets } from '../../query/useTournamentCabinets.ts'
import { toneAt } from './start-sounds.ts'

/** The countdown before a forced start, to be heard too; a tablet at a cabinet sounds for that one (ux 41). */
export default function StartSounds() {
  const paired = useUser(pairedOf)
  const cabinets = useTournamentCabinets().filter(({ id }) => !paired || paired.cabinet === id)
  return cabinets.map(({ id }) => <CabinetSounds key={id} cabinet={id} />)
}

function CabinetSounds({ cabinet }: { cabinet: number }) {
  const { state, seconds, isReady } = useCountdown(cabinet)
  const left = state === 'runs' && isReady ? seconds : null
  const before = useRef<number | null>(null)
  useEffect(() => {
    const tone = toneAt(before.current, left)
    before.current = left
    if (tone) play(tone)
  }, [left])
  return null
}
