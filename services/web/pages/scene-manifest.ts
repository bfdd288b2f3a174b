import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Store } from '../../store/index.ts'

export const webManifest = '/app.webmanifest'

/** The manifest for installing from a scene's own host name, with the scene's name and logo. */
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
  // Replaces the default icons, because a browser would prefer icons with a fixed size.
  const icons = scene.logo !== null && { icons: [{ src: scene.logo, sizes: 'any' }] }
  const { displayName } = scene
  return { ...site, name: displayName, short_name: displayName, ...icons }
}
