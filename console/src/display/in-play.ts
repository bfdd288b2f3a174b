import { Failure, cabinetsOf } from '../core/rest.ts'
import type { AdminBody } from '../core/rest.ts'
import { venue as text } from '../core/text/venue.ts'
import { sceneNamed } from '../spectate/frame/reads.ts'
import { byTime } from '../spectate/home/scene-order.ts'

/** What a scene plays now, or will play next, or played last. */
export async function tournamentInPlay(scene: string): Promise<AdminBody> {
  const { tournaments } = await sceneNamed(scene)
  const { running, coming, past } = byTime(tournaments, new Date().toISOString().slice(0, 10))
  const [tournament] = [...running, ...coming, ...past]
  if (!tournament) throw new Failure(404, text.missing)
  return { tournament, cabinets: await cabinetsOf(tournament.scene.id) }
}
