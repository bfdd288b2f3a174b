import { useEffect, useRef } from 'react'
import { play } from '../../core/sound.ts'
import { useCountdown } from '../../hooks/useCountdown.ts'
import { pairedOf, useUser } from '../../core/session-user.ts'
import { useTournamentCabinets } from '../../query/useTournamentCabinets.ts'
import { toneAt } from './start-sounds.ts'

/** Sounds of the countdown to a forced start; on a paired tablet only for its cabinet (ux 41). */
export default function StartSounds() {
  const paired = useUser(pairedOf)
  const cabinets = useTournamentCabinets().filter(({ id }) => !paired || paired.cabinet === id)
  return cabinets.map(({ id }) => <CabinetSounds key={id} cabinet={id} />)
}

function CabinetSounds({ cabinet }: { cabinet: number }) {
  const { state, seconds, isReady } = useCountdown(cabinet)
  const secondsLeft = state === 'runs' && isReady ? seconds : null
  const previous = useRef<number | null>(null)
  useEffect(() => {
    const tone = toneAt(previous.current, secondsLeft)
    previous.current = secondsLeft
    if (tone) play(tone)
  }, [secondsLeft])
  return null
}
