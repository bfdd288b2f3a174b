import type { OfficialParts } from '../parts.ts'
import { colours } from './game-words.ts'

type Parts = Pick<
  OfficialParts,
  | 'failureText'
  | 'lastText'
  | 'pressText'
  | 'referee'
  | 'meanwhile'
  | 'doubt'
  | 'officiate'
  | 'menus'
  | 'segmentNames'
  | 'sound'
  | 'upcoming'
>

export const refereeParts: Parts = {
  failureText: {
    blue: 'No se pudo cambiar el marcador de Azul',
    gold: 'No se pudo cambiar el marcador de Oro',
    swap: 'No se pudieron cambiar los lados',
    warmup: 'No se pudo marcar como calentamiento',
    assign: 'No se pudo poner el partido.',
    unassign: 'No se pudo quitar el partido',
    start: 'No se pudo empezar el partido de la cola',
    remove: 'No se pudo quitar el partido de la cola.',
    add: 'No se pudo añadir el partido a la cola.',
    emptyQueue: 'No se pudo vaciar la cola.',
    assignAll: 'No se pudieron poner los partidos en la cola.',
    complete: 'No se pudo terminar el partido',
    enable: 'No se pudo cambiar la cola',
    create: 'No se pudieron crear las colas',
    hold: 'No se pudo retener la máquina',
    release: 'No se pudo liberar la máquina',
    undo: 'No se pudo deshacer',
  },

  lastText: {
    label: 'Última acción en este dispositivo',
    none: 'Todavía ninguna acción en este dispositivo',
    undo: (action, time) => `Deshacer: ${action} ${time}`,
    undone: (action) => `Deshacer ${action}`,
    yoursUndone: (action, time) => `Tu paso se deshizo en otra tableta a las ${time}: ${action}`,
    othersUndone: (action, time) => `Deshecho en otra tableta a las ${time}: ${action}`,
  },

  pressText: {
    plus: (colour) => `+1 ${colours[colour]}`,
    minus: (colour) => `-1 ${colours[colour]}`,
    swapped: (match) => `Cambiar Azul/Oro en ${match}`,
    warmupOn: (match) => `Calentamiento sí en ${match}`,
    warmupOff: (match) => `Calentamiento no en ${match}`,
    completed: (match) => `Terminar ${match}`,
    start: (match) => `Empezar ${match}`,
    paused: (match) => `Pausar ${match}`,
    next: (cabinet) => `Siguiente en ${cabinet}`,
    held: (cabinet) => `Retener ${cabinet}`,
    released: (cabinet) => `Liberar ${cabinet}`,
    sending: 'Guardando',
    late: 'Aún no se guardó',
    offline: 'Esperando la conexión',
    displace: 'Parar ese partido y seguir',
    displaces: 'Allí se está jugando otro partido',
    old: 'Hechas hace más de 60 s y sin enviar. ¿Siguen siendo válidas?',
    apply: 'Aplicar igualmente',
    left: (time) => `De las ${time}:`,
  },

  referee: {
    title: (cabinet) => `Arbitrar: ${cabinet}`,
    noMatch: 'Ningún partido ahora',
    stats: 'Juego en esta máquina',
    score: (colour) => `Marcador de ${colours[colour]}`,
    warmup: 'Juego de calentamiento',
    swap: 'Cambiar Azul/Oro',
    flip: 'Girar la vista',
    flipHint: 'Mostrar los lados al revés en este dispositivo',
    complete: 'Terminar partido',
    reload: 'Recargar partidos',
    matches: 'Partidos disponibles',
    empty: 'No hay partidos disponibles. Comprueba que haya fases creadas y con equipos.',
    inactive: 'Inactiva',
    inactiveHint: 'Ningún partido en esta máquina',
    pause: 'Pausar el partido y quitarlo de la cola',
    here: 'En esta máquina',
    startAsk: '¿Empezar este partido?',
    displaces: (match) => `Aquí se está jugando ${match} y quedaría en pausa.`,
    startOffline: (cabinet) => `${cabinet} no tiene conexión: sus juegos no contarían.`,
    teamBusy: (team, cabinet) => `${team} juega en ${cabinet}`,
    needsLine: 'Sin conexión: esto necesita el servidor',
    asking: 'Preguntando al servidor',
    next: {
      start: (match, sides) => `Empezar ${match}: ${sides}`,
      nothing: 'Siguiente',
      noQueue: 'Esta máquina no tiene cola',
      disabled: 'La cola está desactivada',
      empty: 'La cola está vacía',
      busy: (match) => `Primero termina o pausa ${match}`,
      waits: (match, why) => `${match} espera: ${why}`,
      unknownTeam: 'un equipo está por definir',
      hold: 'Retener',
      release: 'Liberar',
    },
    firstTo: (wins) => `Primero a ${wins}`,
    rounds: (rounds) => (rounds === 1 ? '1 juego' : `${rounds} juegos, se juegan todos`),
    byHand: 'Se termina a mano',
    pips: (won, of) => `${won} de ${of} victorias`,
    completeWon: (match, team, score) => `Terminar ${match}: gana ${team} ${score}`,
    completeDraw: (match, score) => `Terminar ${match}: empate, ${score}`,
    warmupBand: 'CALENTAMIENTO: este juego no cuenta',
    final: (match, team, score) => `FINAL ${match}: gana ${team} ${score}`,
    finalDraw: (match, score) => `FINAL ${match}: empate, ${score}`,
    forfeit: (match) => `FINAL ${match}: incomparecencia`,
    stops: (match, tournament) => `Aquí se está jugando ${match} de ${tournament} y se pararía.`,
    inUse: (match, tournament) => `Aquí se está jugando ${match} de ${tournament}`,
    signedIn: 'Con nombre',
    protest: 'Protesta',
    protestOn: (cabinet) => `Protesta en ${cabinet}`,
  },

  meanwhile: {
    complete: (match, score) => `${match} ya está terminado: ${score}.`,
    playing: (match, score) => `${match} se está jugando, va ${score}.`,
    off: (match, score) => `${match} ya no está en ninguna máquina, va ${score}.`,
    gone: 'Su partido ya no está.',
  },

  doubt: {
    title: (match) => `¿Terminar ${match}?`,
    undecided: 'El marcador todavía no decide el partido.',
    level: 'Va empatado, y un equipo tiene que ganar.',
    running: 'Todavía hay un juego en curso en esta máquina.',
    unattached: 'Un juego terminado en esta máquina todavía no se ha contado.',
    offline: 'La máquina no tiene conexión.',
    unsent: 'Este dispositivo tiene pulsaciones sin guardar.',
    anyway: 'Terminar igualmente',
    keep: 'Seguir jugando',
  },

  officiate: {
    more: '+30 s',
    moreLabel: (cabinet) => `+30 s para el temporizador de ${cabinet}`,
    moreFailed: 'No se pudo alargar el temporizador',
    steps: 'Más sobre la última acción, y todo lo que se hizo',
    setScore: 'Fijar marcador',
    wait: (games) => (games === 1 ? '1 juego tardío' : `${games} juegos tardíos`),
    frozen: 'En revisión: el público ve el marcador como estaba',
    emptyOutside: 'No hay partidos disponibles. Revisa tu cuadro en Challonge.',
    palette: 'Ir a …',
    elsewhere: (n) => (n === 1 ? '1 pulsación te espera' : `${n} pulsaciones te esperan`),
    failedActive: 'No se pudo leer el partido en curso',
  },

  menus: { label: 'Administración', officiate: 'Arbitrar', organize: 'Organizar' },

  segmentNames: {
    settings: 'Ajustes básicos',
    mixer: 'Mixer',
    dashboard: 'Panel',
    currentMatches: 'Partidos en curso',
    editMatchResults: 'Corregir resultados',
    matchQueue: 'Cola de partidos',
    announcements: 'Anuncios',
    onSite: 'Equipos presentes',
    timeline: 'Cronología',
    asItWas: 'Como estaba',
    protests: 'Protestas',
    displays: 'Pantallas',
    stream: 'Emisión',
    devices: 'Dispositivos',
    templates: 'Plantillas',
    configureRegistration: 'Configurar inscripción',
    paymentProcessor: 'Cuenta de pagos',
    links: 'Enlaces',
    teams: 'Equipos y jugadores',
    draftTool: 'Draft',
    registeredList: 'Inscritos',
    stages: 'Fases',
    dayPlan: 'Planificar el día',
    teamPlacement: 'Colocación de equipos',
    cabinets: 'Máquinas asignadas',
    hooks: 'Chats y webhooks',
    videos: 'Vídeos',
  },

  sound: { on: 'Activar el sonido aquí', off: 'Desactivar el sonido aquí' },

  upcoming: {
    title: 'A continuación',
    none: 'No hay nada en cola para esta máquina.',
    next: 'Siguiente',
    after: 'Después',
    checkIn: {
      absent: 'ausente',
      present: 'presente',
      short: (here, of) => `${here} de ${of} presentes`,
    },
  },
}
