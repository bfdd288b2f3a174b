import { part } from '../catalogue.ts'
import type { StatusLineName } from '../../../../../events/describe/status.ts'

export const status = part('status', {
  title: 'Is it all right?',
  lead: 'Everything that an evening depends on. Check it before the evening begins, and when something seems wrong.',
  all: 'All is well.',
  some: (n: number) => (n === 1 ? 'One line is red.' : `${n} lines are red.`),
  asOf: (time: string, interval: string) => `As of ${time}, updated every ${interval}.`,
  build: (version: string, commit: string | null) =>
    commit === null ? `Waggle ${version}` : `Waggle ${version}, commit ${commit}`,
  caption: 'What an evening depends on',
  state: { fine: 'All right', red: 'Not all right', unknown: 'Not known' },
  line: {
    log: 'Log',
    database: 'Database',
    gate: 'Gate: changes allowed',
    tournaments: 'Tournaments',
    projector: 'Projector: rows',
    referee: 'Referee: games and timers',
    fanout: 'Fan-out: screens',
    intake: 'Intake: cabinets send',
    cabinets: 'Cabinets',
    presses: 'Presses waiting on tablets',
    clocks: 'Clocks of devices',
    secret: 'Secret of the server',
    disk: 'Disk',
    backup: 'Backup',
  } satisfies Record<StatusLineName, string>,
})
