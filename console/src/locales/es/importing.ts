import type { ImportRefusals, OfficialParts } from '../parts.ts'
import type { ImportAnswer } from '../import-sentences.ts'

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

export const importAnswers: Record<ImportAnswer, string> = {
  'Another tournament is being imported. Try again when it is done.':
    'Se está importando otro torneo. Prueba cuando termine.',
  'The games could not be stored. Send the same request again with the same id.':
    'Los juegos no se pudieron guardar. Envía lo mismo otra vez.',
  'Its import is not complete yet.': 'Su importación todavía no terminó.',
  'It is still active. Mark it as over first.': 'Sigue activo. Márcalo primero como terminado.',
  '{} is not over. Finish it, or delete it if nobody will play it.':
    '{1} no está terminada. Termínala, o elimínala si nadie la va a jugar.',
  'Its bracket on Challonge is linked to the tournament on this server.':
    'Su cuadro en Challonge está enlazado con el torneo de este servidor.',
  'One of its matches is still on a cabinet.': 'Uno de sus partidos sigue en una máquina.',
  '{} unpacks to more than {#} times its size.':
    '{1} ocupa descomprimido más de {2} veces su tamaño.',
  'There is no {} in this ZIP file.': 'En este archivo ZIP no hay {1}.',
  '{} is too large.': '{1} es demasiado grande.',
  '{} ends too early: the ZIP file is incomplete.':
    '{1} termina antes de tiempo: el archivo ZIP está incompleto.',
  '{} cannot be unpacked: the ZIP file is damaged.':
    '{1} no se puede descomprimir: el archivo ZIP está dañado.',
  '{} has been changed since the export.': '{1} se modificó después de la exportación.',
  '{} contains too many values.': '{1} contiene demasiados valores.',
  '{} is nested too deeply.': '{1} tiene demasiados niveles.',
  '{} has no column {}.': 'A {1} le falta la columna {2}.',
  '{} ends inside line {#}.': '{1} termina dentro de la línea {2}.',
  '{}, line {#} is too long.': '{1}: la línea {2} es demasiado larga.',
  '{}, line {#}: {#} values are expected.': '{1}, línea {2}: se esperan {3} valores.',
  '{} contains characters that cannot be stored.':
    '{1} contiene caracteres que no se pueden guardar.',
  '{} is not valid: {}.': '{1} no es válido: {2}.',
  '{} is not valid.': '{1} no es válido.',
  '{}, line {#}: {}': '{1}, línea {2}: {3}',
  '{}, line {#}': '{1}, línea {2}',
  'game.csv: {}': 'game.csv: {1}',
  'gameevent.csv: {}': 'gameevent.csv: {1}',
  'tournament.json: {}': 'tournament.json: {1}',
  'commits.jsonl: {}': 'commits.jsonl: {1}',
  'beside.json: {}': 'beside.json: {1}',
  'game.csv contains no games. A tournament that was scored by hand is moved with “Export with its history”.':
    'game.csv no contiene juegos. Un torneo que se puntuó a mano se traslada con «Export with its history».',
  'None of the games in game.csv was played in a match.':
    'Ningún juego de game.csv se jugó en un partido.',
  'The tournament is too large to be imported.': 'El torneo es demasiado grande para importarlo.',
  'This cannot be imported: {}: {}': 'Esto no se puede importar: {1}: {2}',
  'id is not a number.': 'id no es un número.',
  'game {} appears twice.': 'el juego {1} aparece dos veces.',
  'start_time and end_time must be times.': 'start_time y end_time tienen que ser horas.',
  'end_time is before start_time.': 'end_time es anterior a start_time.',
  'winning_team must be blue or gold.': 'winning_team tiene que ser blue o gold.',
  'win_condition must be military, economic or snail.':
    'win_condition tiene que ser military, economic o snail.',
  'cabinet_name is empty.': 'cabinet_name está vacío.',
  'game {} is not in game.csv.': 'el juego {1} no está en game.csv.',
  'timestamp is not a time.': 'timestamp no es una hora.',
  'values is not an array like {410,860,Blue}.': 'values no es una lista como {410,860,Blue}.',
  'this is not a valid event.': 'esto no es un evento válido.',
  'match {} needs two teams.': 'el partido {1} necesita dos equipos.',
  'game {} has different teams from match {}.':
    'el juego {1} tiene otros equipos que el partido {2}.',
  'game {} needs a gamestart and a victory.': 'el juego {1} necesita un gamestart y un victory.',
  'game {} has the result {}, {}, but its victory is {}, {}.':
    'el juego {1} tiene el resultado {2}, {3}, pero su victory es {4}, {5}.',
  '{} is not a valid cabinet name.': '{1} no es un nombre de máquina válido.',
  'there is no {} {#}.': 'no hay {1} {2}.',
  'There is no {} {#}.': 'no hay {1} {2}.',
  'A {} appears twice.': 'se repite: {1}.',
  '{} waits for itself, in a circle.': '{1} se espera a sí mismo, en un círculo.',
  '{}: a score is a number from 0 to {#}.': '{1}: un marcador es un número de 0 a {2}.',
  '{}: the winner does not fit the score {}.': '{1}: el ganador no corresponde al marcador {2}.',
  '{}: a team cannot play against itself.': '{1}: un equipo no puede jugar contra sí mismo.',
  '{#} commits are expected.': 'se esperan {1} pasos.',
  'version {#} follows {#}.': 'la versión {1} sigue a la {2}.',
  'version {#} has been altered.': 'la versión {1} fue modificada.',
  'it belongs to another tournament.': 'es de otro torneo.',
  'it does not create a tournament.': 'no crea ningún torneo.',
  'it does not follow from the commits before it.': 'no es consecuencia de los pasos anteriores.',
  'it contains characters that cannot be stored.': 'contiene caracteres que no se pueden guardar.',
  'this game is not part of this tournament.': 'este juego no es de este torneo.',
  '{} is not an event of this game.': '{1} no es un evento de este juego.',
  'A text contains characters that cannot be stored.':
    'Un texto contiene caracteres que no se pueden guardar.',
  'The cabinet of the video {} is not listed.': 'La máquina del vídeo {1} no está en la lista.',
  'Two cabinets have the same id.': 'Dos máquinas tienen el mismo id.',
  'Two cabinets have the same name.': 'Dos máquinas tienen el mismo nombre.',
  'Two links have the same position.': 'Dos enlaces tienen la misma posición.',
  'A video of a cabinet appears twice.': 'Un vídeo de una máquina aparece dos veces.',
  'A video has two positions for the same moment of a game.':
    'Un vídeo tiene dos posiciones para el mismo momento de un juego.',
  'Two texts of protests have the same id.': 'Dos textos de protestas tienen el mismo id.',
  'Two players have the same id.': 'Dos jugadores tienen el mismo id.',
  'This is not JSON.': 'Esto no es JSON.',
  'The tournament itself is missing: add its JSON.': 'Falta el torneo mismo: añade su JSON.',
  'Participants are missing: add their JSON.': 'Faltan los participantes: añade su JSON.',
  'Matches are missing: add their JSON.': 'Faltan los partidos: añade su JSON.',
  'A bracket of the type "{}" cannot be imported.':
    'Un cuadro del tipo «{1}» no se puede importar.',
  'These pages belong to several events. Import one event at a time.':
    'Estas páginas son de varios eventos. Importa uno cada vez.',
  'The entrants are missing: include them in the query.':
    'Faltan los inscritos: inclúyelos en la consulta.',
  'The sets are missing: include them in the query.': 'Faltan los sets: inclúyelos en la consulta.',
  'This is not the JSON of a Challonge tournament or of a start.gg event.':
    'Esto no es el JSON de un torneo de Challonge ni de un evento de start.gg.',
}
