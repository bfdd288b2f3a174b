import type { officialAnswers as english } from '../en/official-answers.ts'
import type { Translated } from '../en/translated.ts'

export const officialAnswers: Translated<typeof english> = {
  notEmail: 'No es un correo',
  notTime: 'No es una hora',
  passwordMissing: 'Escribe tu contraseña',
  currentPasswordMissing: 'Escribe tu contraseña actual',
  wrongPassword: 'Contraseña incorrecta',
  wrongSignIn:
    'Correo o contraseña incorrectos. ¿Acabas de registrarte? Abre antes el enlace de nuestro correo.',
  tooFewCharacters: 'Al menos {least} caracteres',
  tooManyCharacters: 'Como mucho {most} caracteres',
  passwordCommon: 'Demasiada gente usa esta contraseña. Elige otra.',
  passwordIsName: 'No uses tu nombre ni tu correo como contraseña.',
  emailTaken: 'Ya hay una cuenta con este correo',
  signUpMailSent: 'Te hemos enviado un correo. Abre su enlace para terminar.',
  changeMailSent: 'Hemos enviado un correo a la nueva dirección. Abre su enlace.',
  resetMailSent: 'Si ese correo tiene una cuenta, hay un mensaje en camino.',
  noMail:
    'Este servidor no envía correos. Pide a un administrador de tu escena un enlace para cambiarla.',
  profilePrivate: 'Este perfil es privado.',
  noRole: 'Esta persona no tiene ningún rol en esta escena. Invítala por su correo.',
  noSuchPerson: 'No existe esa persona',
  noRoleInYourScene: 'Nadie con un rol en tu escena',
  purposeMissing: '¿Para qué es?',
  codeWrong:
    'No existe ese código: mal escrito, ya usado o con más de {minutes} minutos. Pide otro.',
  noSuchCabinet: 'No es una máquina de esta escena',
  notPaired: 'Este dispositivo no está vinculado a ninguna máquina',
  stageMissing: 'Hay que elegir una fase',
  chooseTeams: 'Un equipo o dos',
  chooseTeamOrSource: 'Indica un equipo o de dónde viene',
  chooseCabinet: 'Di en qué máquina',
  problemMissing: 'Di en pocas palabras de qué se trata',
  lastAdmin: 'Es el último administrador de {scene}. Nombra antes a otra persona allí.',
}
