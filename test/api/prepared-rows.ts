import { newSecret } from '#services/web/index.ts'
import { expectOk } from '../support/two-scenes.ts'
import type { SampleTournament, TwoScenes } from '../support/two-scenes.ts'

/** One of each thing that organisers prepare for a tournament and its scene. */
export type Prepared = {
  question: number
  paymentOption: number
  template: number
  cabinetGroup: number
  display: number
  /** a played match, and its protest */
  disputed: number
  protest: number
}

export async function newPrepared(
  { call, ...fixture }: TwoScenes,
  event: SampleTournament,
): Promise<Prepared> {
  const { scene, cabinet } = fixture
  const { tournament } = event
  const create = async (noun: string, body: unknown) => {
    const url = `/api/tournament/${noun}/`
    return (await expectOk(call('key', 'POST', url, { body }))).body.id as number
  }
  const name = `For ${tournament}`
  return {
    question: await create('player-info-field', {
      tournament,
      fieldDescription: 'Shirt size?',
      fieldType: 'text',
    }),
    paymentOption: await create('payment-option', { tournament, name, price: '20' }),
    template: await create('template', { scene, name, tournament }),
    cabinetGroup: await create('cabinet-group', { scene, name, cabinets: [cabinet] }),
    display: await newDisplay({ call, ...fixture }),
    ...(await newProtest({ call, ...fixture }, tournament)),
  }
}

/** A protest about a match between two teams that play no other match. */
async function newProtest({ call }: TwoScenes, tournament: number) {
  const send = async (method: string, url: string, body: unknown = {}) =>
    (await expectOk(call('key', method, `/api/tournament/${url}`, { body }))).body
  const team = async (name: string): Promise<number> =>
    (await send('POST', 'team/', { tournament, name })).id
  const [blueTeam, goldTeam] = [await team('Late'), await team('Later')]
  const { id: bracket } = await send('POST', 'bracket/', {
    tournament,
    name: 'Show',
    stageType: 'custom',
  })
  await send('PUT', `bracket/${bracket}/set-teams/`, { teams: [blueTeam, goldTeam] })
  const { id: disputed } = await send('POST', 'match/', { bracket, blueTeam, goldTeam })
  await send('PATCH', `match/${disputed}/`, { blueScore: 1 })
  const { id: protest } = await send('POST', 'protest/', {
    match: disputed,
    reason: 'other',
    text: 'A',
  })
  return { disputed, protest }
}

/** A display that was claimed by its code. */
async function newDisplay({ call, scene }: TwoScenes): Promise<number> {
  const url = '/api/tournament/display/'
  const key = newSecret()
  const { code } = (await expectOk(call('anonymous', 'POST', url, { body: { key } }))).body
  const claimed = call('key', 'POST', `${url}claim/`, { body: { scene, code } })
  return (await expectOk(claimed)).body.id
}
