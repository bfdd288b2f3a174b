// A desk as a process that tests can kill: starts matches on shared cabinets at random.
import { randomUUID } from 'node:crypto'
import type { Command } from '#events/schema/command.ts'
import { random } from '#events/simulation/random.ts'
import { openDesk } from '#services/desk/index.ts'
import { openLog } from '#services/log/index.ts'
import type { TestTournament } from '../../support/desk-client.ts'

const { NATS_URL = '', STREAMS = '', SEED = '', CABINETS = '[]', TOURNAMENTS = '[]' } = process.env
const cabinets = JSON.parse(CABINETS) as number[]
const tournaments = JSON.parse(TOURNAMENTS) as TestTournament[]
const log = await openLog({ url: NATS_URL, streams: STREAMS })
const desk = openDesk(log)
const chance = random(SEED)
const by = { kind: 'key', name: 'test' } as const
console.log('ready')
for (;;) {
  const { tournament, matches } = chance.pick(tournaments)
  const [cabinet, match] = [chance.pick(cabinets), chance.pick(matches)]
  const command: Command = chance.chance(0.5)
    ? { type: 'StartMatch', match, cabinet, force: false, displace: chance.chance(0.7) }
    : { type: 'SelectNext', cabinet, displace: chance.chance(0.7) }
  await desk.handle({ id: randomUUID(), tournament, by, command }).catch(() => {})
  await new Promise((resolve) => setTimeout(resolve, chance.between(0, 40)))
}
