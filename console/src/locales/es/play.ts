import type { PublicParts } from '../parts.ts'
import { colours, winConditions } from './common.ts'

type Replay = PublicParts['replayText']

type StoryEvent = Parameters<Replay['storyEvent']>[0]

const bodies = ['Reina', 'Rayas', 'Abs', 'Calaveras', 'Cuadros']

const shorts = ['Re', 'Ra', 'Ab', 'Ca', 'Cu']

const body = (position: number) => Math.floor((position - 1) / 2)

const plain = (position: number) => bodies[body(position)] ?? ''

const name = (position: number) =>
  `${plain(position)} ${position % 2 === 0 ? colours.blue : colours.gold}`

const lives = (count: number) => (count === 1 ? '1 vida' : `${count} vidas`)

const berries = (count: number) => (count === 1 ? '1 baya' : `${count} bayas`)

const reasons: Record<string, string> = {
  military: 'la reina rival cayó por última vez',
  economic: 'la colmena se llenó',
  snail: 'el caracol llegó a casa',
}

function won(winner: 'blue' | 'gold', how: string | null): string {
  const why = how === null ? undefined : reasons[how]
  return `Ganó ${colours[winner]}${why ? ` (${winConditions[how ?? '']}): ${why}` : ''}`
}

function killed({ killer, victim, isWarrior, livesLeft }: Extract<StoryEvent, { kind: 'kill' }>) {
  const left = livesLeft === 0 ? 'su última vida' : `le quedan ${lives(livesLeft ?? 0)}`
  const what = victim <= 2 ? `: ${left}` : isWarrior ? ', guerrera' : ''
  return `${name(killer)} mató a ${name(victim)}${what}`
}

function side(x: number): string {
  return x < 940 ? 'de la izquierda' : x > 980 ? 'de la derecha' : 'del centro'
}

function storyEvent(event: StoryEvent, famineSeconds: number): string {
  switch (event.kind) {
    case 'start':
      return 'Empezó el juego'
    case 'famine':
      return `Se acabaron las bayas; vuelven a los ${famineSeconds} segundos`
    case 'gap':
      return 'Desde aquí no hubo noticias de la máquina'
    case 'back':
      return 'Volvió a haber noticias de la máquina'
    case 'kill':
      return killed(event)
    case 'berry': {
      const how = event.isKick ? 'metió una baya de un golpe' : 'llevó una baya'
      return `${name(event.by)} ${how}: ${colours[event.colour]} tiene ${berries(event.count)}`
    }
    case 'gate': {
      const kind = event.isSpeed ? 'la puerta de velocidad' : 'la puerta de guerreras'
      const from = event.from === null ? '' : `, antes de ${colours[event.from]}`
      return `La Reina de ${colours[event.colour]} marcó ${kind} ${side(event.x)}${from}`
    }
    case 'wings':
      return `${name(event.by)} se hizo guerrera`
    case 'speed':
      return `${name(event.by)} se hizo rápida`
    case 'on':
      return `${name(event.by)} subió al caracol`
    case 'off':
      return `${name(event.by)} bajó del caracol`
    case 'escape':
      return `${name(event.by)} escapó del caracol`
    case 'eat':
      return `El caracol de ${name(event.by)} empezó a comerse a ${name(event.victim)}`
    case 'end':
      return won(event.winner, event.how)
  }
}

export const replayText: Replay = {
  title: (map) => `Juego en ${map}`,
  wonOn: (winner, map) => `${colours[winner]} ganó en ${map}`,
  match: (num, round) => [`M${num}`, round].filter(Boolean).join(' · '),
  warmup: 'juego de calentamiento',
  running: 'Este juego todavía se está jugando. Lo nuevo se añade aquí.',
  noResult: 'Este juego terminó sin resultado.',
  unread: 'No se pudieron leer los sucesos de este juego.',
  noEvents: 'La máquina no contó nada de este juego.',
  replay: 'Repetición del juego',
  won,
  field: (map, time) => `El mapa ${map} en ${time}`,
  unknownMap: (map) =>
    `No se conocen los lugares del mapa ${map}: lo que pasó se dibuja donde pasó, en un campo vacío.`,
  legend:
    'Redondo: Azul. Cuadrado sobre una esquina: Oro. Una abeja se muestra donde se supo de ella por última vez y se desvanece en cuatro segundos; tachada: la mataron ahí. Puertas: las alas hacen guerreras, el rayo da velocidad; una discontinua no es de nadie. Los suelos se dibujan hasta donde se vio a alguna abeja.',
  signs: 'Qué significan los signos',
  short: (position) => shorts[body(position)] ?? '',
  plain,
  colour: (colour) => colours[colour],
  berries: 'Bayas',
  lives: 'Vidas de la reina',
  snail: 'Caracol',
  berriesOf: (count) => `${count} de 12`,
  snailTo: (share) => `${Math.round(share * 100)} % del camino`,
  snailAway: 'no está en este lado',
  state: {
    wings: 'guerrera',
    speed: 'rápida',
    berry: 'baya',
    rides: 'en el caracol',
    eaten: 'la están comiendo',
    gate: 'en una puerta',
    lives,
    bot: 'bot o nadie',
  },
  gap: 'En este momento no había noticias de la máquina.',
  play: 'Reproducir',
  pause: 'Pausa',
  back: (seconds) => `${seconds} s atrás`,
  on: (seconds) => `${seconds} s adelante`,
  at: 'Momento',
  atValue: (at, of) => `${at} de ${of}`,
  speed: 'Velocidad',
  times: (speed) => `${speed}×`,
  jumps: { kill: 'Muerte', berry: 'Baya', gate: 'Puerta' },
  before: (jump) => `Anterior: ${{ kill: 'muerte', berry: 'baya', gate: 'puerta' }[jump]}`,
  after: (jump) => `Siguiente: ${{ kill: 'muerte', berry: 'baya', gate: 'puerta' }[jump]}`,
  keys: 'Teclado: espacio reproduce y pausa, ← y → van cinco segundos, con Mayús a lo que pasó antes o después.',
  lines: 'Cómo fue',
  linesOf: (what, blue, gold) => `${what}: Azul ${blue}, Oro ${gold}`,
  snailLine: 'Caracol: arriba hacia el lado de Azul, abajo hacia el de Oro',
  story: 'Qué pasó',
  show: 'Mostrar',
  all: 'Todo',
  kinds: { kill: 'Muertes', berry: 'Bayas', gate: 'Puertas', snail: 'Caracol' },
  nothing: 'Nada de esto pasó en el juego.',
  storyEvent,
  stats: 'Por posición',
  statsCaption: 'Lo que hizo cada posición en todo el juego',
  columns: {
    position: 'Posición',
    kills: 'Muertes hechas',
    deaths: 'Muertes sufridas',
    militaryKills: 'Bajas militares',
    militaryDeaths: 'Muertes militares',
    queenKills: 'Reinas caídas',
    berries: 'Bayas',
    snail: 'Caracol, m',
    warrior: 'Tiempo de guerrera',
  },
  statsRules:
    'Militar: de guerreras y reinas. Bayas: llevadas y metidas a golpes para el propio equipo. Un metro de caracol es lo que avanza en un segundo. Tiempo de guerrera: de la puerta a la muerte o al final.',
}

export const pickup: PublicParts['pickup'] = {
  title: 'Juegos libres',
  screen: (cabinet) => `Juegos libres en ${cabinet}`,
  side: colours,
  rules: { winner_stays: 'Gana y se queda', blue_steps_off: 'Sale el azul' },
  ruleHints: {
    winner_stays: 'Quienes pierden salen y los cinco siguientes ocupan su lado.',
    blue_steps_off:
      'Después de cada juego sale Azul, Oro pasa a Azul y los cinco siguientes son Oro.',
  },
  winsAtMost: (wins) =>
    wins === 1 ? 'Quienes ganan también salen.' : `Con ${wins} victorias seguidas también salen.`,
  paused: 'Aquí se juega un torneo. La fila espera y sigue después.',
  closed: 'Ahora no hay fila en esta máquina.',
  free: (count) => (count === 1 ? '1 puesto libre' : `${count} puestos libres`),
  next: 'Los cinco siguientes',
  after: (n) => `En ${n + 1} juegos`,
  nobody: 'Nadie espera. Quien se apunte ahora es el siguiente.',
  people: (name, size) => (size === 1 ? name : `${name} (${size})`),
  mine: (name) => `${name} (tú)`,
  playNow: (at) => `Te toca: juega en el lado ${colours[at].toLowerCase()}.`,
  playing: (at) => `Estás en el lado ${colours[at].toLowerCase()}.`,
  nextFive: 'Estás entre los cinco siguientes. Quédate cerca de la máquina.',
  before: (teams) =>
    teams === 1 ? 'Hay un equipo antes que tú.' : `Hay ${teams} equipos antes que tú.`,
  out: 'Ya no estás en la fila. Apúntate otra vez para jugar.',
  name: 'Tu nombre o el de tu grupo',
  nameHint: 'Se ve en la pantalla de aquí y se olvida esta noche. No hace falta cuenta.',
  size: '¿Cuántos son?',
  join: 'Apuntarme',
  joinFailed: 'No te pudiste apuntar.',
  leave: 'Salir de la fila',
  leaveAgain: 'Pulsa otra vez para salir',
  leaveFailed: 'No pudiste salir de la fila.',
  run: 'Llevar la fila',
  open: 'Abrir una fila aquí',
  rule: 'Después de cada juego',
  limit: 'Quienes ganan se quedan como mucho',
  wins: (count) =>
    count === null ? 'sin límite' : count === 1 ? '1 victoria' : `${count} victorias`,
  close: 'Cerrar la fila',
  closeAgain: 'Pulsa otra vez: todos salen',
  skip: 'Saltar',
  remove: 'Quitar',
  runFailed: 'No se pudo hacer.',
  toScreen: 'Mostrarla en una pantalla',
}

export const door: PublicParts['door'] = {
  title: (name) => `Apúntate a ${name}`,
  gone: 'Este código ya no sirve. Pregunta en la entrada.',
  here: (count) => (count === 1 ? 'Ya hay 1 persona.' : `Ya hay ${count} personas.`),
  name: 'Tu nombre',
  nameHint: 'Sale en la lista de jugadores y en las pantallas. No hace falta cuenta.',
  level: '¿Cuánto has jugado?',
  levelHint: 'Para equipos parejos. Solo lo ve quien organiza.',
  levels: ['Poco', 'Algo', 'Mucho'],
  queen: 'Me gusta jugar de reina',
  join: 'Juego',
  failed: 'No te pudiste apuntar.',
  done: (name) => `Ya estás, ${name}.`,
  wait: 'Pronto se sortean los equipos. Esta página te dirá el tuyo.',
  team: (name) => `Juegas en ${name}.`,
  toTeam: 'Tu equipo y sus partidos',
  another: 'Apuntar a otra persona',
}
