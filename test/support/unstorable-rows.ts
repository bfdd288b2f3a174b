import type { Body } from './two-scenes.ts'

const twice = (rows: Body[]) => rows.push(structuredClone(rows[0]))
/** Changes of `beside.json` that no table can take, each with its name and the reason. */
export const unstorableRows: [what: string, why: RegExp, change: (beside: Body) => void][] = [
  ['a long video', /videos\.0\.length/, ({ videos: [one] }) => (one.length = 1e15)],
  ['a moment', /seconds/, ({ videos: [one] }) => (one.references[0].seconds = -1)],
  ['a video id', /videoId/, ({ videos: [one] }) => (one.videoId = '"')],
  [
    'another cabinet',
    /cabinet of the video .* is not listed/,
    ({ videos: [one] }) => (one.cabinet = 999),
  ],
  ['a video twice', /A video of a cabinet appears twice/, (all) => twice(all.videos)],
  ['a moment twice', /the same moment/, ({ videos: [one] }) => twice(one.references)],
  ['a far link', /links\.0\.position/, ({ links: [one] }) => (one.position = 1e15)],
  ['a place twice', /Two links have the same position/, (all) => twice(all.links)],
  ['an address', /links\.0\.url/, ({ links: [one] }) => (one.url = 'file:///etc')],
  ['a player twice', /Two players have the same id/, (all) => twice(all.players)],
  ['a NUL', /characters that cannot be stored/, ({ settings }) => (settings.description = 'A\0')],
  ['a lone surrogate', /characters/, ({ settings }) => (settings.description = '\uD83D')],
  ['a long name', /players\.0\.name/, ({ players: [one] }) => (one.name = 'A'.repeat(101))],
  ['an id', /players\.0\.id/, ({ players: [one] }) => (one.id = 2 ** 31)],
  [
    'a text twice',
    /Two texts/,
    ({ texts }) => texts.push({ id: 1, text: '' }, { id: 1, text: '' }),
  ],
  ['a cabinet twice', /same id/, ({ cabinets }) => cabinets.push({ ...cabinets[0], name: 'x' })],
  ['a name twice', /same name/, ({ cabinets }) => cabinets.push({ ...cabinets[0], id: 999 })],
  ['no name', /displayName/, ({ cabinets: [one] }) => (one.displayName = ' ')],
  ['a question', /tidbitPrompt/, ({ settings }) => (settings.tidbitPrompt = 'A'.repeat(501))],
]
