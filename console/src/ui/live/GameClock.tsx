import type { LiveCabinet, LiveGame } from '#events/view/frames.ts'
import { useLiveState } from '../../core/live/context.ts'
import { clientSilenceMs } from '#events/rules/limits.ts'
import { minutes } from '#events/text/durations.ts'
import { timeOfDay } from '../../core/time/time.ts'
import { useNow } from '../../hooks/useNow.ts'

/** The clock of the running game. Between frames it advances by this device's clock. */
export function GameClock({ game }: { game: LiveGame | null }) {
  const age = useAgeMs(game?.asOf ?? null, 500)
  if (!game) return <bdi dir="ltr">-:--</bdi>
  return minutes(game.gameTime + Math.min(age, clientSilenceMs) / 1_000)
}

/** The time of the last news of a running game whose cabinet fell silent; null if it did not. */
export function useSilentSince(game: LiveGame | null): string | null {
  const age = useAgeMs(game?.asOf ?? null, 1_000)
  return game && age > clientSilenceMs ? timeOfDay(new Date(game.asOf)) : null
}

/** How long the cabinet of a running game has been silent; null if it is not. */
export function useSilence(cabinet: LiveCabinet | undefined): string | null {
  const asOf = cabinet?.clientStatus === 'online' ? (cabinet.game?.asOf ?? null) : null
  const isHeard = useLiveState((shown) => shown.connection.health === 'live')
  const age = useAgeMs(asOf, 1_000)
  return isHeard && asOf !== null && age > clientSilenceMs ? minutes(age / 1_000) : null
}

/** How long a cabinet's client has been offline; null if it is not. */
export function useAway(cabinet: number): string | null {
  const since = useLiveState(({ cabinets: { [cabinet]: live } }) =>
    live?.clientStatus === 'offline' ? live.since : null,
  )
  const age = useAgeMs(since, 1_000)
  return since === null ? null : minutes(age / 1_000)
}

function useAgeMs(at: string | null, everyMs: number): number {
  const skewMs = useLiveState((shown) => (at === null ? null : shown.skewMs)) ?? 0
  const now = useNow(at !== null, everyMs)
  return at === null ? 0 : Math.max(0, now - skewMs - Date.parse(at))
}
