import type { Api } from '#scripts/support/rest-client.ts'

export type NamedCabinet = { id: number; token: string; name: string }

let count = 0

/** Creates a cabinet with a new name. */
export async function newCabinet(api: Api, scene: number): Promise<NamedCabinet> {
  const name = `cabinet${++count}`
  const about = { scene, name, displayName: name }
  const created = await api.post<{ id: number; token: string }>('/api/game/cabinet/', about)
  return { name, ...created }
}
