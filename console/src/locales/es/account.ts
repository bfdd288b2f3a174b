import type { OfficialParts, AccountRefusals } from '../parts.ts'

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
    emailHint: 'Solo lo ven los organizadores de los torneos en los que te inscribes.',
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
    noMail:
      'Este servidor no envía correos. Pide a un administrador de tu escena un enlace para cambiarla.',
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
    money:
      'Lo que pagaste por torneos no se devuelve con esto: pregunta antes a sus organizadores.',
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
    mailed: (validFor) =>
      `El correo va en camino. También puedes entregar este enlace en persona; vale una sola vez, durante ${validFor}.`,
    handOver: (validFor) =>
      `Este servidor no envía correos. Entrega este enlace en persona; vale una sola vez, durante ${validFor}.`,
    copyLink: 'Copiar el enlace',
    waiting: 'Con invitación',
    take: 'Quitar la función',
    takeAgain: 'Pulsa otra vez para quitarla',
    takeFailed: 'No se pudo quitar la función.',
    back: 'Retirar',
    backAgain: 'Pulsa otra vez para retirarla',
    reset: 'Enlace de contraseña',
    resetFor: (name) => `Contraseña nueva para ${name}`,
    resetHint: (validFor) =>
      `Entrégalo en privado: quien lo abra en ${validFor} tiene la cuenta. A la persona se le avisa que lo creaste.`,
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

export const accountRefusals: AccountRefusals = {
  ACCOUNT_ELSEWHERE:
    'Solo puede hacerlo el dueño del sitio: esta cuenta no se creó en tu escena o también se usa en otro lugar.',
  KEY_IS_FOR_LESS: 'Esta clave es para otra cosa.',
  KEY_NOT_VALID: 'Esta clave no es válida: está mal escrita, se quitó o caducó.',
  LAST_ADMIN: 'Es el último administrador de la escena. Nombra antes a otra persona.',
  LAST_OWNER: 'Es el dueño del sitio. Di a quién se lo entregas.',
  LINK_USED_UP: 'Este enlace ya se usó o es demasiado viejo. Pide uno nuevo.',
  NO_EMAIL: 'Esta persona no tiene un correo con el que iniciar sesión.',
  NO_KEY_ALLOWED: 'Solo funciona en un navegador con sesión iniciada, no con una clave.',
  TOO_MANY_KEYS: 'Ya no caben más claves. Quita una primero.',
}

export const newcomer: OfficialParts['newcomer'] = {
  title: (name) => `Te damos la bienvenida, ${name}`,
  play: {
    title: 'Jugar',
    open: 'Abre un torneo de la lista. Su página dice cómo inscribirte.',
    none: 'Todavía no hay torneos. En cuanto haya uno, aparecerá en esta página.',
  },
  help: {
    title: 'Organizar torneos',
    ask: (email) =>
      email === null
        ? 'Pide a un organizador que te invite y abre el enlace que te dé.'
        : `Pide a un organizador que invite a ${email} y abre el enlace que te dé.`,
    account: 'Tu cuenta',
    invited: 'Tienes una invitación.',
    see: 'Ver la invitación',
  },
  server: {
    title: 'Preparar este servidor',
    lead: 'Este servidor todavía no tiene escenas: su dueño crea la primera e invita a quienes la administran.',
    own: '¿Lo pusiste en marcha tú? Entonces abre el enlace «Owner» que apareció en la terminal. Vale una vez, durante 15 minutos; cada inicio muestra uno nuevo.',
    invite: (email) =>
      email === null
        ? 'Como dueño, abre tu cuenta, crea ahí una escena e invítate para administrarla. Después inicia sesión otra vez y abre el enlace de la invitación.'
        : `Como dueño, abre tu cuenta, crea ahí una escena e invita a ${email} para administrarla. Después inicia sesión otra vez y abre el enlace de la invitación.`,
  },
}
