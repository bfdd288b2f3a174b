import { linkValidity } from '../../../events/text/link-validity.ts'
import type { Mails } from './en.ts'

const nobodyOpened = 'Mientras nadie lo abra, tu contraseña sigue siendo la misma.'
const nobody = 'Si no fuiste tú, no hagas nada: sin ti no cambia nada.'

export const es: Mails = {
  confirm: (link) => ({
    subject: 'Confirma tu correo electrónico',
    text: `Alguien creó una cuenta con este correo electrónico. Para terminar, abre esto antes de ${linkValidity('es', 'confirm')} y escribe la contraseña que elegiste:\n\n${link}\n\n${nobody}`,
  }),
  knownAddress: (link) => ({
    subject: 'Ya tienes una cuenta',
    text: `Alguien intentó crear una cuenta con este correo electrónico, que ya tiene una. Inicia sesión aquí:\n\n${link}\n\nAllí también puedes elegir una contraseña nueva. ${nobody}`,
  }),
  reset: (link) => ({
    subject: 'Elige una contraseña nueva',
    text: `Para elegir una contraseña nueva, abre esto antes de ${linkValidity('es', 'reset')}:\n\n${link}\n\n${nobody}`,
  }),
  resetLink: (by) => ({
    subject: 'Se creó un enlace a tu cuenta',
    text: `${by} creó un enlace con el que se puede elegir una contraseña nueva para tu cuenta, durante ${linkValidity('es', 'reset')}. Si no lo pediste, avisa al dueño del sitio. ${nobodyOpened}`,
  }),
  newEmail: (link) => ({
    subject: 'Confirma tu correo electrónico nuevo',
    text: `Para usar este correo electrónico en tu cuenta, abre esto antes de ${linkValidity('es', 'newEmail')} en un navegador con tu sesión iniciada:\n\n${link}\n\n${nobody}`,
  }),
  takenEmail: (link) => ({
    subject: 'Este correo electrónico ya tiene una cuenta',
    text: `Alguien quiere usar este correo electrónico para otra cuenta. Ya tiene una:\n\n${link}\n\n${nobody}`,
  }),
  leftEmail: () => ({
    subject: 'Tu cuenta tiene ahora otro correo electrónico',
    text: 'Tu cuenta ya no usa este correo electrónico. Si no lo cambiaste tú, avisa a un administrador de tu escena.',
  }),
  password: () => ({
    subject: 'Se cambió tu contraseña',
    text: 'Se cambió tu contraseña y se cerró la sesión en todos los navegadores. Si no fuiste tú, elige una contraseña nueva y avisa a un administrador de tu escena.',
  }),
  placeFree: (name, until, link) => ({
    subject: `Hay una plaza libre en ${name}`,
    text: `Hay una plaza para ti en ${name}. Es tuya hasta ${until}: abre esta página e inscríbete.\n\n${link}\n\nDespués se ofrece a la siguiente persona de la lista de espera.`,
  }),
  invitation: (scene, role, link) => ({
    subject: `Te invitan a ${scene}`,
    text: `Te invitan a ser ${role === 'admin' ? 'administrador' : 'oficial de torneos'} de ${scene}. Inicia sesión o crea una cuenta y después abre esto antes de ${linkValidity('es', 'invitation')}:\n\n${link}\n\n${nobody}`,
  }),
}
