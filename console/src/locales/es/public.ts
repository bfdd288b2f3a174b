import { answers, gameWords, names } from '#events/messages/es/public.ts'
import type { DecidingRule } from '#events/rules/tiebreakers.ts'
import { languageOf } from '../language.ts'
import type { PublicParts } from '../parts.ts'
import { common } from './common.ts'
import { door, pickup, replayText } from './play.ts'
import {
  overlayText,
  pictureWords,
  publicRefusals,
  registration,
  registrationPage,
  totalsText,
  venue,
  waitingText,
} from './registration.ts'

const rules: Record<string, string> = {
  game_win_pct: 'juegos ganados',
  h2h_games: 'juegos entre ellos',
  h2h_matches: 'partidos entre ellos',
  match_win_pct: 'partidos ganados',
  game_time_in_losses: 'tiempo de juego en derrotas',
  dice_roll: 'sorteo',
  tiebreak_match: 'partido de desempate',
  seed: 'siembra',
  place: 'puesto',
  withdrawn: 'retirado',
} satisfies Record<DecidingRule, string>

const rule = (name: string) => rules[name] ?? name

const calls = { on: 'jugando', on_deck: 'preparados', now: 'siguiente', soon: 'pronto' }

const publicText: PublicParts['publicText'] = {
  calendar: 'Añadir a un calendario',
  tournament: {
    officiate: 'Partidos en curso',
    sections: 'Partes de este torneo',
    late: (minutes) => `con ${minutes} min de retraso`,
    early: (minutes) => `con ${minutes} min de adelanto`,
    ends: (time) => `termina sobre las ${time}`,
    over: 'terminado',
    zone: (zone) => `Las horas son ${zone}.`,
  },
  section: {
    now: 'Resumen',
    bracket: 'Cuadro',
    standings: 'Clasificación',
    queues: 'Colas',
    teams: 'Equipos',
    register: 'Inscripción',
    about: 'Información',
  },
  landing: {
    playing: 'Se juega ahora',
    coming: 'Máquinas',
    register: 'Inscribirse',
    open: 'La inscripción está abierta',
    until: (day) => `hasta el ${day}`,
    teams: (count) => (count === 1 ? '1 equipo hasta ahora' : `${count} equipos hasta ahora`),
    champion: 'Campeón',
    champions: 'Campeones',
    podium: (stage) => `Puestos finales de ${stage}`,
  },
  now: {
    none: 'Este torneo todavía no tiene máquinas asignadas.',
    nothingNext: 'Ahora mismo no hay nada en cola.',
    results: 'Últimos resultados',
  },
  match: {
    short: (num) => `M${num}`,
    versus: (one, two) => `${one} vs. ${two}`,
    unknown: 'por definir',
    forfeit: 'incomparecencia',
    doubleForfeit: 'incomparecencia de ambos',
    tie: 'empate',
    won: 'ganado',
    bye: 'descansa',
    warmup: 'calentamiento',
    playing: 'jugando',
    over: 'terminado',
    frozen: 'en revisión',
    call: (call) => calls[call],
    note: 'Nota',
    videoSoon: '(abre un sitio de vídeos)',
    score: (one, a, two, b) => `${one} ${a}, ${two} ${b}`,
  },
  protest: {
    open: 'bajo protesta',
    places: 'Provisional: un partido de esta fase, o uno que lleva a ella, está bajo protesta.',
  },
  queues: {
    none: 'Todavía no hay colas.',
    empty: 'No hay nada en cola.',
    off: 'Esta cola está en pausa.',
    list: (queue) => `Partidos en la cola de ${queue}`,
  },
  teams: {
    none: 'Todavía no hay equipos.',
    place: (place) => `Puesto ${place}`,
    final: (place) => (place === '1' ? 'Sois campeones' : `Terminasteis en el puesto ${place}`),
    rank: (rank, of, stage) => `Posición ${rank} de ${of} en ${stage}`,
  },
  follow: {
    short: 'Seguir',
    on: 'Siguiendo',
    you: 'Tú',
    card: (team) => `Tu equipo: ${team}`,
    against: (opponent) => `contra ${opponent}`,
    nothing: 'Ahora mismo no tienes ningún partido previsto.',
    done: 'Todos tus partidos terminaron.',
    waits: 'todavía en ninguna cola',
    now: (cabinet) => `Juegas ahora en ${cabinet}`,
    play: (when, where) => ['Juegas', when, where].filter(Boolean).join(' '),
    at: (time) => `a las ${time}`,
    where: (cabinet) => `en ${cabinet}`,
    starting: 'empieza en un momento',
    paused: 'esta cola está en pausa',
    first: 'vas a continuación',
    before: (count) => (count === 1 ? '1 partido antes que tú' : `${count} partidos antes que tú`),
  },
  about: {
    links: 'Enlaces',
    videos: 'Vídeos',
    video: (cabinet, length) => `${cabinet}, ${length}`,
    none: 'La organización todavía no ha escrito nada aquí.',
  },
}

const matchText: PublicParts['matchText'] = {
  officials: 'Para oficiales',
  protest: 'Protesta',
  lost: 'perdido',
  timeline: 'Cronología de este partido',
  frozenWhy:
    'Los oficiales están revisando este partido. Se muestra el último estado confirmado, que no cambia hasta que terminen.',
  protestWhy:
    'Los oficiales lo están viendo. Hasta que decidan, su resultado y los puestos que dependen de él son provisionales.',
  provisional: 'Provisional: un resultado que lleva hasta aquí está bajo protesta.',
  ruling: 'Decisión tras una protesta',
  said: {
    uphold: 'El resultado se mantiene.',
    correct: 'El resultado se corrigió.',
    replay: 'El partido se juega otra vez.',
    void: 'El partido no cuenta para nadie.',
  },
  estimate: 'Empieza probablemente',
  on: (cabinet) => `en ${cabinet}`,
  waits: 'Todavía en ninguna cola',
  games: 'Juegos',
  noGames: 'Todavía sin juegos.',
  noneRecorded: 'No se registró ningún juego.',
  gamesBy: (cabinet, time) => `${cabinet}, ${time}`,
  game: (num) => `Juego ${num}`,
  running: 'en curso',
  warmupGame: 'juego de calentamiento',
  points: 'Cómo se llegó al marcador',
  byGames: (score) => `por juegos ${score}`,
  byHand: (by, team) => `a mano ${by} ${team}`,
  pointOfGame: (num) => `Punto del juego ${num}`,
  pointByHand: 'Punto sin juego',
  attempts: 'Jugado antes',
  attempt: (num, reason) => `Intento ${num}: ${reason}`,
  video: 'Ver la grabación',
  leads: 'Adónde lleva',
  winnerTo: 'El ganador juega',
  loserTo: 'El perdedor juega',
  winnerPlace: (place) => `El ganador queda en el puesto ${place}`,
  loserPlace: (place) => `El perdedor queda en el puesto ${place}`,
}

const standingsText: PublicParts['standingsText'] = {
  rank: '#',
  rankName: 'Posición',
  placeName: 'Puesto',
  team: 'Equipo',
  record: 'Ganados-perdidos',
  // Where the words may be broken: whole, they are too wide for the smallest phone.
  recordTied: 'Gana\u00addos-empa\u00adtados-perdi\u00addos',
  games: 'Juegos',
  share: '% de juegos',
  why: 'Por qué esta posición',
  none: 'Todavía no hay tabla: empieza con el primer partido.',
  order: (names) =>
    `Ordenados por ${names.map(rule).join(', después por ')}. Solo cuentan los partidos terminados.`,
  over: (name, own, other, team) => `${rule(name)}: ${own} frente a ${other} de ${team}`,
  overSeed: (own, other, team) => `nada los separa: siembra ${own} después de la ${other}, ${team}`,
  left: 'retirado: queda por debajo de todos los equipos que siguen',
  overDice: (team) => `nada más los separa: el sorteo de esta fase puso antes a ${team}`,
  dice: (hash) => `El sorteo quedó fijado antes del primer partido: sha256 ${hash}`,
  diceShown: (dice) => `El sorteo de esta fase: ${dice}`,
  skipped: (why) => `Se omite: ${why}`,
  in: 'sigue en juego',
  withdrawn: 'retirado',
  ruleName: rule,
}

const bracketText: PublicParts['bracketText'] = {
  choose: 'Fases',
  none: 'Todavía no hay cuadro. Aparecerá aquí en cuanto se haga.',
  noMatches: 'Los partidos de esta fase todavía no están hechos.',
  drawn: 'Dibujar el cuadro entero',
  listed: 'Ronda por ronda',
  listedAll: 'Como lista',
  drawing: (stage) => `Cuadro de ${stage}`,
  rounds: 'Rondas',
  find: 'Buscar un equipo',
  path: (team) => `Partidos de ${team}`,
  zoom: 'Tamaño del dibujo',
  smaller: 'Más pequeño',
  larger: 'Más grande',
  before: 'Ronda anterior',
  after: 'Ronda siguiente',
  cross: 'Quién jugó contra quién',
  team: 'Equipo',
  itself: 'el propio equipo',
  byes: 'Descansa:',
}

const sceneText: PublicParts['sceneText'] = {
  running: 'En curso',
  coming: 'Próximos',
  past: 'Pasados',
  none: 'Aquí todavía no hay torneos.',
  won: (teams, stage) => `${stage === null ? 'Ganador' : `Ganador de ${stage}`}: ${teams}`,
}

const teamText: PublicParts['teamText'] = {
  players: 'Jugadores',
  noPlayers: 'No se muestran jugadores.',
  next: 'Próximos partidos',
  past: 'Partidos jugados',
  noNext: 'Ahora mismo este equipo no tiene ningún partido previsto.',
  noPast: 'Todavía no terminó ningún partido.',
}

const parts: PublicParts = {
  ...common,
  bracketText,
  door,
  pickup,
  sceneText,
  standingsText,
  teamText,
  overlayText,
  pictureWords,
  matchText,
  publicText,
  registration,
  registrationPage,
  waitingText,
  replayText,
  totalsText,
  venue,
}

const texts = { ...names, ...gameWords, ...answers }

export default languageOf(parts, { texts }, publicRefusals)
