import type { OfficialParts } from '../parts.ts'
import { status } from './account.ts'

/** Search words of the palette for each screen, besides its name. */
export const wordsFor: OfficialParts['wordsFor'] = {
  dashboard: 'resumen máquinas en vivo vigilar inicio',
  currentMatches:
    'árbitro arbitrar marcador puntos en vivo máquinas deshacer calentamiento lados cambiar',
  editMatchResults: 'marcador corregir error incomparecencia resultado deshacer',
  matchQueue: 'colas siguiente orden programa próximos asignar empezar deshacer',
  hooks: 'discord slack chat webhook avisar entregas secreto',
  onSite: 'asistencia presente falta aviso código qr teléfono',
  announcements: 'mensaje noticia decir a todos avisar',
  timeline: 'registro historial eventos juegos pasos deshacer',
  asItWas: 'historial pasado repetir volver atrás tiempo deshacer',
  protests: 'disputa apelación queja decisión reclamar',
  displays: 'tv televisión monitor tablero proyector overlay stream obs',
  stream: 'overlay obs emisión stream rótulo en el aire fijar bajas',
  devices: 'tableta teléfono ipad vincular código árbitro cerrar sesión',
  settings: 'nombre fecha descripción dirección activo borrar torneo',
  templates: 'copiar reutilizar guardar cargar',
  configureRegistration: 'inscribirse registro formulario preguntas campos opciones precio cuota',
  paymentProcessor: 'stripe dinero tarjeta cuotas cuenta reembolso pagos',
  links: 'reglas discord dirección stream web',
  mixer: 'puerta sorteo azar equipos código',
  teams: 'plantilla miembros importar pegar lista csv confirmar',
  draftTool: 'capitanes elegir elección equipos',
  registeredList: 'inscritos inscripciones personas csv exportar pagos reembolso',
  stages:
    'cuadro todos contra todos eliminación escalera suizo grupos sorteo siembra clasificación desempate',
  dayPlan: 'simular horario cuánto dura final hora previsión formatos comparar pausas',
  teamPlacement: 'avanzar clasificar siembra puestos cuadro finales',
  cabinets: 'arcade máquina cliente clave grupo',
  videos: 'youtube twitch vod stream grabación marcas capítulos',
}

export const pages: OfficialParts['pages'] = {
  tournament: { name: 'Página pública', also: 'torneo público jugadores compartir dirección' },
  bracket: { name: 'Cuadro público', also: 'árbol eliminación resultados' },
  register: { name: 'Página de inscripción', also: 'inscribirse registro jugadores apuntarse' },
  scene: { name: 'Página de la escena', also: 'torneos lista' },
  newTournament: { name: 'Nuevo torneo', also: 'crear añadir evento' },
  status: {
    name: status.title,
    also: 'salud vigilar registro base de datos disco copia relojes retraso',
  },
  account: { name: 'Tu cuenta', also: 'contraseña correo cerrar sesión claves api perfil' },
  people: 'roles administrador oficial árbitro invitar personal permisos usuarios',
  rulings: 'escena ajustes protesta plazo firmas',
}
