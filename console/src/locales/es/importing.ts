import type { ImportRefusals, OfficialParts } from '../parts.ts'

export const importing: OfficialParts['importing'] = {
  import: 'Importar de un ZIP',
  importing: 'Importando …',
  sent: (part) => `Enviado: ${Math.floor(part * 100)} % del archivo.`,
  reading: {
    preview: 'El archivo está enviado. Se lee y se comprueba.',
    import: 'El archivo está enviado. Se lee y se guarda; puede tardar un minuto.',
  },
  preview: 'Qué contiene el archivo ZIP',
  heading: (name, date) => `${name}, ${date}`,
  understood: ({ commits, teams, matches, games, events, players, cabinets }) => [
    commits === null
      ? 'Sin su historia: los resultados tal como están'
      : `Con su historia: ${commits} pasos`,
    `${teams} equipos, ${matches} partidos, ${games} juegos con ${events} eventos`,
    ...(players > 0 ? [`${players} jugadores`] : []),
    ...cabinets.map(({ name, isNew }) =>
      isNew ? `${name}: una máquina nueva de esta escena` : `${name}: una máquina de esta escena`,
    ),
  ],
  take: 'Importar este torneo',
  tooLarge: (megabytes) => `El archivo tiene más de ${megabytes} MB, que es el máximo.`,
  lost: 'La conexión se perdió antes de la respuesta del servidor. Elige otra vez el mismo archivo: se importa una sola vez.',
  failed: 'El torneo no se importó.',
}

export const importRefusals: ImportRefusals = {
  EXPORT_UNFINISHED: 'Un torneo se puede exportar con su historia cuando está terminado.',
  IMPORTED_ALREADY: 'Estos juegos ya están en esta escena.',
  IMPORT_UNREADABLE: 'Este archivo no se puede importar.',
  SCENE_IN_USE:
    'Algunos juegos de este archivo son de máquinas de un torneo activo. Termina antes ese torneo, o quítale esas máquinas.',
}
