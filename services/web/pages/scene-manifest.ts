import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Store } from '../../store/index.ts'

export const webManifest = '/app.webmanifest'

/** Of a page that is installed from the scene's own host name: its name, and its logo where it has one. */
export async function sceneManifest(
  { db }: Pick<Store, 'db'>,
  dist: string,
  name: string,
): Promise<object> {
  const [text, scene] = await Promise.all([
    readFile(join(dist, webManifest), 'utf8'),
    db
      .selectFrom('kept.scene')
      .select(['displayName', 'logo'])
      .where('name', '=', name)
      .executeTakeFirst(),
  ])
  const site = JSON.parse(text) as object
  if (!scene) return site
  // Beside icons of a named size, a browser would choose one of those.
  const icons = scene.logo !== null && { icons: [{ src: scene.logo, sizes: 'any' }] }
  const { displayName } = scene
  return { ...site, name: displayName, short_name: displayName, ...icons }
}
