import { part } from '../catalogue.ts'
import type { Colour } from '#events/game/map/colour.ts'
import type { Position } from '#events/game/map/field.ts'
import { positions } from '#events/game/map/field.ts'
import type { StoryEvent, Jump } from '#events/game/game-replay.ts'

// The texts of a game replay.

const colours = { blue: 'Blue', gold: 'Gold' } as const
const name = (position: Position) => positions[position]
const lives = (count: number) => (count === 1 ? '1 life' : `${count} lives`)
const berries = (count: number) => (count === 1 ? '1 berry' : `${count} berries`)
const inWords: Record<string, string> = {
  military: 'the opposing queen lost her last life',
  economic: 'the hive was full',
  snail: 'the snail reached its goal',
}
const isQueen = (position: Position) => position <= 2

function killWords({
  killer,
  victim,
  isWarrior,
  livesLeft,
}: Extract<StoryEvent, { kind: 'kill' }>) {
  const what = isQueen(victim)
    ? `: ${livesLeft === 0 ? 'her last life' : `${lives(livesLeft)} left`}`
    : isWarrior
      ? ', a warrior'
      : ''
  return `${name(killer)} killed ${name(victim)}${what}`
}

function storyEventWords(storyEvent: StoryEvent, famineSeconds: number): string {
  switch (storyEvent.kind) {
    case 'start':
      return 'The game started'
    case 'famine':
      return `The berries ran out; they return after ${famineSeconds} seconds`
    case 'gap':
      return 'The connection to the cabinet was lost'
    case 'back':
      return 'The connection to the cabinet was back'
    case 'kill':
      return killWords(storyEvent)
    case 'berry': {
      const how = storyEvent.isKick ? 'knocked a berry in' : 'brought a berry'
      return `${name(storyEvent.by)} ${how}: ${colours[storyEvent.colour]} has ${berries(storyEvent.count)}`
    }
    case 'gate': {
      const kind = storyEvent.isSpeed ? 'speed gate' : 'warrior gate'
      const from = storyEvent.from === null ? '' : `, ${colours[storyEvent.from]}’s before`
      return `${colours[storyEvent.colour]} Queen tagged the ${kind} ${side(storyEvent.x)}${from}`
    }
    case 'wings':
      return `${name(storyEvent.by)} became a warrior`
    case 'speed':
      return `${name(storyEvent.by)} got speed`
    case 'on':
      return `${name(storyEvent.by)} got on the snail`
    case 'off':
      return `${name(storyEvent.by)} got off the snail`
    case 'escape':
      return `${name(storyEvent.by)} escaped the snail`
    case 'eat':
      return `The snail of ${name(storyEvent.by)} began to eat ${name(storyEvent.victim)}`
    case 'end':
      return won(storyEvent.winner, storyEvent.how)
  }
}

function side(x: number): string {
  return x < 940 ? 'on the left' : x > 980 ? 'on the right' : 'in the middle'
}

function won(winner: Colour, how: string | null): string {
  const why = how === null ? undefined : inWords[how]
  return `${colours[winner]} won${why ? ` (${how}): ${why}` : ''}`
}

export const replayText = part('replayText', {
  title: (map: string) => `Game on ${map}`,
  wonOn: (winner: Colour, map: string) => `${colours[winner]} won on ${map}`,
  match: (num: number, round: string) => [`M${num}`, round].filter(Boolean).join(' · '),
  warmup: 'warm-up game',
  running: 'This game is still being played. New events are added here.',
  noResult: 'This game ended without a result.',
  unread: 'The events of this game could not be loaded.',
  noEvents: 'The cabinet sent no events of this game.',
  replay: 'Replay of the game',
  won,
  field: (map: string, time: string) => `The map ${map} at ${time}`,
  unknownMap: (map: string) =>
    `The places of the map ${map} are not known, so events are drawn where they happened, on an empty field.`,
  legend:
    'Round: Blue. Diamond: Gold. A bee is shown where it was last reported and fades in four seconds; crossed out: killed there. Gates: wings make warriors, the bolt gives speed; a dashed one belongs to nobody. Floors are drawn where bees were seen on them.',
  signs: 'What the signs mean',
  short: (position: Position) => shorts[Math.floor((position - 1) / 2)] ?? '',
  plain: (position: Position) => name(position).split(' ')[1] ?? '',
  colour: (colour: Colour) => colours[colour],
  berries: 'Berries',
  lives: 'Queen lives',
  snail: 'Snail',
  berriesOf: (count: number) => `${count} of 12`,
  snailTo: (share: number) => `${Math.round(share * 100)} % of the way`,
  snailAway: 'not on this side',
  state: {
    wings: 'warrior',
    speed: 'fast',
    berry: 'berry',
    rides: 'on the snail',
    eaten: 'being eaten',
    gate: 'in a gate',
    lives,
    bot: 'bot or nobody',
  },
  gap: 'There was no connection to the cabinet at this moment.',
  play: 'Play',
  pause: 'Pause',
  back: (seconds: number) => `${seconds} s back`,
  on: (seconds: number) => `${seconds} s forward`,
  at: 'Moment',
  atValue: (at: string, of: string) => `${at} of ${of}`,
  speed: 'Speed',
  times: (speed: number) => `${speed}×`,
  jumps: { kill: 'Kill', berry: 'Berry', gate: 'Gate' } satisfies Record<Jump, string>,
  before: (jump: Jump) => `Previous ${jump}`,
  after: (jump: Jump) => `Next ${jump}`,
  keys: 'Keyboard: space plays and pauses, ← and → move five seconds, or with Shift to the previous or next event.',
  lines: 'How it went',
  linesOf: (what: string, blue: string, gold: string) => `${what}: Blue ${blue}, Gold ${gold}`,
  snailLine: 'Snail: up towards Blue’s end, down towards Gold’s',
  story: 'What happened',
  show: 'Show',
  all: 'Everything',
  kinds: { kill: 'Kills', berry: 'Berries', gate: 'Gates', snail: 'Snail' },
  nothing: 'Nothing of this happened in the game.',
  storyEvent: storyEventWords,
  stats: 'By position',
  statsCaption: 'What each position did in the whole game',
  columns: {
    position: 'Position',
    kills: 'Kills',
    deaths: 'Deaths',
    militaryKills: 'Military kills',
    militaryDeaths: 'Military deaths',
    queenKills: 'Queen kills',
    berries: 'Berries',
    snail: 'Snail, m',
    warrior: 'Warrior time',
  },
  statsRules:
    'Military: of warriors and queens. Berries: brought or knocked in for their own side. One metre of snail is the distance it covers in a second. Warrior time: from the gate to death or the end.',
})

const shorts = ['Qu', 'St', 'Ab', 'Sk', 'Ch']
