import type { PublicParts } from '../parts.ts'
import { colours } from './game-words.ts'

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
