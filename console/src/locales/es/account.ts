import type { AccountRefusals, OfficialParts } from '../parts.ts'
import type { OfficialAnswer } from '../sentences.ts'

export const account: OfficialParts['account'] = {
  email: 'Correo electrónico',
  password: 'Contraseña',
  newPassword: 'Contraseña nueva',
  present: 'Contraseña actual',
  missing: {
    name: '¿Cómo te llamamos?',
    email: 'Escribe tu correo electrónico',
    password: 'Escribe una contraseña',
  },
  show: 'Mostrar u ocultar la contraseña',

  signIn: {
    title: 'Iniciar sesión',
    button: 'Iniciar sesión',
    failed: 'No se pudo iniciar sesión.',
    forgotten: '¿Olvidaste tu contraseña?',
    new: '¿Todavía no tienes cuenta?',
    toSignUp: 'Crear una cuenta',
    already: (name) => `Iniciaste sesión como ${name}.`,
    elsewhere: 'No se pudo iniciar sesión por ese medio. Inténtalo otra vez o usa tu contraseña.',
    with: (provider) => `Iniciar sesión con ${provider}`,
    or: 'o',
  },

  signUp: {
    title: 'Crear una cuenta',
    first: 'Eres la primera persona aquí: esta cuenta será dueña del sitio y creará sus escenas.',
    name: 'Nombre',
    nameHint: 'Como lo verán los demás.',
    emailHint: 'Nadie más lo ve.',
    passwordHint: (least, recommended) =>
      `Al menos ${least} caracteres; mejor ${recommended} o más. Puede ser una frase.`,
    button: 'Crear la cuenta',
    failed: 'No se pudo crear la cuenta.',
    old: '¿Ya tienes una cuenta?',
    toSignIn: 'Iniciar sesión',
    mailed: 'Revisa tu correo',
  },

  confirm: {
    title: 'Confirma tu correo electrónico',
    lead: 'Escribe la contraseña que elegiste al crear la cuenta.',
    button: 'Confirmar e iniciar sesión',
    failed: 'No se pudo confirmar tu correo electrónico.',
    noCode: 'Abre esta página con el enlace de nuestro correo.',
  },

  reset: {
    ask: '¿Olvidaste tu contraseña?',
    lead: 'Te enviamos un correo con un enlace para elegir una nueva.',
    askButton: 'Enviar el correo',
    askFailed: 'No se pudo enviar el correo.',
    title: 'Elige una contraseña nueva',
    button: 'Guardar la contraseña nueva',
    failed: 'No se pudo guardar la contraseña nueva.',
    done: 'Tu contraseña nueva está guardada y se cerró la sesión en todos los navegadores. Ahora inicia sesión con ella.',
    toSignIn: 'Ir a iniciar sesión',
  },

  page: {
    title: 'Tu cuenta',
    signInFirst: 'Inicia sesión para ver tu cuenta.',
    taken: (role, scene) => `Ahora eres ${role} de ${scene}.`,
    emailDone: 'Tu correo electrónico nuevo está confirmado.',
    linkFailed: 'El enlace no funcionó.',
  },

  me: {
    title: 'Nombre y correo electrónico',
    name: 'Nombre',
    saveName: 'Guardar el nombre',
    nameSaved: 'Nombre guardado.',
    nameFailed: 'No se pudo guardar el nombre.',
    unconfirmed: 'sin confirmar',
    noEmail:
      'Todavía no hay correo electrónico: con uno y una contraseña puedes iniciar sesión en cualquier lugar.',
    changeEmail: 'Cambiar el correo electrónico',
    emailSaved: 'Correo electrónico guardado.',
    emailFailed: 'No se pudo cambiar el correo electrónico.',
  },

  change: {
    title: 'Contraseña',
    lead: 'Con una contraseña nueva se cierra la sesión en los demás navegadores y tus claves para programas dejan de valer.',
    button: 'Cambiar la contraseña',
    set: 'Elegir una contraseña',
    saved: 'Contraseña cambiada. Se cerró la sesión en los demás navegadores.',
    failed: 'No se pudo cambiar la contraseña.',
  },

  deletion: {
    title: 'Eliminar la cuenta',
    lead: 'Se eliminan tu nombre, correo, sesiones, funciones, inscripciones e imágenes. Los resultados de tus equipos y las sumas de los pagos se quedan, sin tu nombre.',
    present: 'Tu contraseña, para eliminar la cuenta',
    button: 'Eliminar mi cuenta',
    sure: '¿Eliminar tu cuenta?',
    forEver: 'Nadie podrá recuperarla.',
    failed: 'La cuenta no se ha eliminado.',
  },

  sessions: {
    title: 'Dónde tienes la sesión abierta',
    caption: 'Navegadores con tu sesión abierta',
    seen: 'Visto por última vez',
    since: 'Sesión iniciada',
    here: 'este',
    unknown: 'Un navegador que no dice su nombre',
    empty: 'En ningún lugar.',
    end: 'Cerrar sesión',
    endAgain: 'Pulsa otra vez para cerrar sesión',
    endAll: 'Cerrar sesión en todas partes',
    endAllAgain: 'Pulsa otra vez: aquí también',
    failed: 'No se pudo cerrar la sesión allí.',
  },

  keys: {
    title: 'Claves para programas',
    lead: 'Un programa con tu clave puede hacer lo que tú puedes en tus escenas, o solo una parte en una de ellas, pero nada en esta cuenta. Deja de valer cuando la quitas, cierras sesión en todas partes o cambias tu contraseña.',
    scene: 'Dónde vale',
    everywhere: 'En todas partes, todo lo que yo puedo',
    may: 'Qué puede hacer allí',
    rights: {
      read: 'Leer lo que leen los oficiales',
      displays: 'Cambiar lo que muestran pantallas y overlays',
      official: 'Todo lo que puede un oficial',
      admin: 'Todo lo que puede un administrador',
    },
    end: 'Hasta cuándo',
    ends: 'Vence',
    days: { never: 'Sin vencimiento', 1: 'Un día', 30: '30 días', 365: 'Un año' },
    caption: 'Tus claves',
    present: 'Tu contraseña, para crear una clave',
    name: '¿Para qué es?',
    nameMissing: 'Di para qué es',
    make: 'Crear una clave',
    made: (name) => `La clave para ${name}`,
    once: 'Cópiala ahora: no se muestra otra vez.',
    copy: 'Copiar la clave',
    used: 'Usada por última vez',
    since: 'Creada',
    never: 'nunca',
    empty: 'No tienes ninguna.',
    remove: 'Quitar',
    removeAgain: 'Pulsa otra vez para quitarla',
    failed: 'No se pudo crear la clave.',
    removeFailed: 'No se pudo quitar la clave.',
  },

  roles: {
    title: 'Tus funciones',
    empty:
      'No tienes ninguna. Las ofrece un administrador de una escena, con tu correo electrónico.',
    owner: 'Este sitio es tuyo: puedes hacer todo en todas las escenas.',
    name: { admin: 'Administrador', tournament: 'Oficial de torneos' },
    as: { admin: 'administrador', tournament: 'oficial de torneos' },
    people: (scene) => `Personas de ${scene}`,
    caption: (scene) => `Quién tiene una función en ${scene}`,
    role: 'Función',
    none: 'Todavía nadie.',
    email: 'Su correo electrónico',
    give: 'Ofrecer la función',
    giveFailed: 'No se pudo ofrecer la función.',
    invited: (email) => `Invitación para ${email}`,
    mailed:
      'El correo va en camino. También puedes entregar este enlace en persona; vale una sola vez, durante 14 días.',
    handOver:
      'Este servidor no envía correos. Entrega este enlace en persona; vale una sola vez, durante 14 días.',
    copyLink: 'Copiar el enlace',
    waiting: 'Con invitación',
    take: 'Quitar la función',
    takeAgain: 'Pulsa otra vez para quitarla',
    takeFailed: 'No se pudo quitar la función.',
    back: 'Retirar',
    backAgain: 'Pulsa otra vez para retirarla',
    reset: 'Enlace de contraseña',
    resetFor: (name) => `Contraseña nueva para ${name}`,
    resetHint:
      'Entrégalo en privado: quien lo abra en una hora tiene la cuenta. A la persona se le avisa que lo creaste.',
  },

  notices: {
    title: 'Te espera',
    invited: (role, scene) => `Te invitan a ser ${role} de ${scene}.`,
    accept: 'Aceptar',
    acceptOf: (scene) => `Aceptar: ${scene}`,
    decline: 'Rechazar',
    declineOf: (scene) => `Rechazar: ${scene}`,
    reset: (by, at) =>
      `${by ?? 'Quien opera este sitio'} creó el ${at} un enlace para una contraseña nueva de tu cuenta. Si no lo pediste, elige una contraseña nueva y avisa al dueño del sitio.`,
    seen: 'Entendido',
    failed: 'No se pudo responder.',
  },

  asks: {
    title: (scene) => `Decisiones en ${scene}`,
    lead: 'Los torneos nuevos empiezan con esto. Un torneo puede pedir más oficiales, no menos.',
    save: 'Guardar',
    saveFor: (scene) => `Guardar las decisiones en ${scene}`,
    saved: (scene) => `Los torneos nuevos de ${scene} empiezan con esto.`,
    failed: 'No se pudo guardar.',
  },
  deletedPayments: {
    title: (scene) => `Pagos de torneos eliminados de ${scene}`,
    lead: 'Los nombres se eliminan con el torneo. Stripe todavía muestra quién pagó con tarjeta.',
    payer: (tournament, player) => `${tournament}, jugador ${player}`,
    held: (amount) => `${amount} sin devolver`,
    returned: 'Devuelto',
    open: 'Pagos',
    openOf: (payer) => `Pagos de ${payer}`,
  },
  scene: {
    title: 'Escena nueva',
    lead: 'Una escena tiene sus propias máquinas, torneos y personas. Serás su administrador.',
    displayName: 'Nombre',
    name: 'Nombre corto',
    nameHint: 'Para direcciones y clientes de máquinas: letras a-z, cifras, - y _.',
    make: 'Crear la escena',
    failed: 'No se pudo crear la escena.',
    missing: 'Una escena necesita un nombre',
  },
}

export const status: OfficialParts['status'] = {
  title: '¿Está todo bien?',
  lead: 'Todo aquello en lo que se apoya una noche. Mira aquí antes de empezar y cuando algo parezca raro.',
  all: 'Todo está bien.',
  some: (n) => (n === 1 ? '1 línea está en rojo.' : `${n} líneas están en rojo.`),
  asOf: (time) => `A las ${time}; se lee otra vez cada 5 s.`,
  caption: 'En qué se apoya una noche',
  state: { fine: 'Bien', red: 'Mal', unknown: 'No se sabe' },
  line: {
    log: 'Registro',
    database: 'Base de datos',
    gate: 'Compuerta: se puede pulsar',
    tournaments: 'Torneos',
    projector: 'Proyector: filas',
    referee: 'Árbitro: juegos y temporizadores',
    fanout: 'Distribución: pantallas',
    intake: 'Entrada: las máquinas envían',
    cabinets: 'Máquinas',
    presses: 'Pulsaciones que esperan en tabletas',
    clocks: 'Relojes de los dispositivos',
    disk: 'Disco',
    backup: 'Copia de seguridad',
  },
}

export const accountRefusals: AccountRefusals = {
  ACCOUNT_ELSEWHERE:
    'Solo puede hacerlo el dueño del sitio: esta cuenta no se creó en tu escena o también se usa en otro lugar.',
  KEY_IS_FOR_LESS: 'Esta clave es para otra cosa.',
  LAST_ADMIN: 'Es el último administrador de la escena. Nombra antes a otra persona.',
  LAST_OWNER: 'Es el dueño del sitio. Di a quién se lo entregas.',
  LINK_USED_UP: 'Este enlace ya se usó o es demasiado viejo. Pide uno nuevo.',
  NO_EMAIL: 'Esta persona no tiene un correo con el que iniciar sesión.',
  TOO_MANY_KEYS: 'Ya no caben más claves. Quita una primero.',
}

export const officialAnswers: Record<OfficialAnswer, string> = {
  'Not a valid e-mail address': 'No es un correo',
  'Not a valid time': 'No es una hora',
  'Enter your password': 'Escribe tu contraseña',
  'Enter your current password': 'Escribe tu contraseña actual',
  'Wrong password': 'Contraseña incorrecta',
  'Wrong e-mail or password. Just signed up? Open the link in our e-mail first.':
    'Correo o contraseña incorrectos. ¿Acabas de registrarte? Abre antes el enlace de nuestro correo.',
  'At least {#} characters': 'Al menos {1} caracteres',
  'At most {#} characters': 'Como mucho {1} caracteres',
  'At most 128 characters': 'Como mucho 128 caracteres',
  'At most 200 characters': 'Como mucho 200 caracteres',
  'Too many people use this password. Choose another.':
    'Demasiada gente usa esta contraseña. Elige otra.',
  'Do not use your name or e-mail as the password.':
    'No uses tu nombre ni tu correo como contraseña.',
  'There is already an account with this e-mail address': 'Ya hay una cuenta con este correo',
  'We have sent you an e-mail. Open the link in it to finish.':
    'Te hemos enviado un correo. Abre su enlace para terminar.',
  'We have sent an e-mail to the new address. Open the link in it.':
    'Hemos enviado un correo a la nueva dirección. Abre su enlace.',
  'If this e-mail address has an account, we have sent it an e-mail.':
    'Si ese correo tiene una cuenta, hay un mensaje en camino.',
  'This server does not send e-mail. Ask an admin of your scene for a reset link.':
    'Este servidor no envía correos. Pide a un administrador de tu escena un enlace para cambiarla.',
  'This profile is private.': 'Este perfil es privado.',
  'This person has no role in this scene. Invite them by e-mail address.':
    'Esta persona no tiene ningún rol en esta escena. Invítala por su correo.',
  'There is no such person': 'No existe esa persona',
  'This person has no role in your scene': 'Nadie con un rol en tu escena',
  'What is it for?': '¿Para qué es?',
  'This code does not work: it was mistyped, has already been used, or is older than 15 minutes. Ask for a new one.':
    'No existe ese código: mal escrito, ya usado o con más de 15 minutos. Pide otro.',
  'There is no such cabinet in this scene': 'No es una máquina de esta escena',
  'This device is not paired with a cabinet':
    'Este dispositivo no está vinculado a ninguna máquina',
  'Tournament stage must be selected': 'Hay que elegir una fase',
  'Choose one or both teams': 'Un equipo o dos',
  'Choose a team or where it comes from': 'Indica un equipo o de dónde viene',
  'Choose a cabinet': 'Di en qué máquina',
  'Describe the problem in a few words': 'Di en pocas palabras de qué se trata',
}
