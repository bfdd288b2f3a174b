import type { serverTexts as english } from '../en/server.ts'
import type { Translated } from '../en/translated.ts'

export const serverTexts: Translated<typeof english> = {
  headTournaments: 'Torneos',
  headUnknown: 'por definir',
  headMatch: '{blue} vs. {gold}',
  headScore: '{blue} vs. {gold} {score}',
  headGame: 'Juego en {map}',
  headBlueWon: 'Ganó Azul en {map}',
  headGoldWon: 'Ganó Oro en {map}',
  headHow: '{won} ({how})',

  mailConfirmSubject: 'Confirma tu correo electrónico',
  mailConfirm:
    'Alguien creó una cuenta con este correo electrónico. Para terminar, abre esto antes de {within} y escribe la contraseña que elegiste:\n\n{link}\n\n{nobody}',
  mailKnownAddressSubject: 'Ya tienes una cuenta',
  mailKnownAddress:
    'Alguien intentó crear una cuenta con este correo electrónico, que ya tiene una. Inicia sesión aquí:\n\n{link}\n\nAllí también puedes elegir una contraseña nueva. {nobody}',
  mailResetSubject: 'Elige una contraseña nueva',
  mailReset: 'Para elegir una contraseña nueva, abre esto antes de {within}:\n\n{link}\n\n{nobody}',
  mailResetLinkSubject: 'Se creó un enlace a tu cuenta',
  mailResetLink:
    '{by} creó un enlace con el que se puede elegir una contraseña nueva para tu cuenta, durante {within}. Si no lo pediste, avisa al dueño del sitio. {nobodyOpened}',
  mailNewEmailSubject: 'Confirma tu correo electrónico nuevo',
  mailNewEmail:
    'Para usar este correo electrónico en tu cuenta, abre esto antes de {within} en un navegador con tu sesión iniciada:\n\n{link}\n\n{nobody}',
  mailTakenEmailSubject: 'Este correo electrónico ya tiene una cuenta',
  mailTakenEmail:
    'Alguien quiere usar este correo electrónico para otra cuenta. Ya tiene una:\n\n{link}\n\n{nobody}',
  mailLeftEmailSubject: 'Tu cuenta tiene ahora otro correo electrónico',
  mailLeftEmail:
    'Tu cuenta ya no usa este correo electrónico. Si no lo cambiaste tú, avisa a un administrador de tu escena.',
  mailPasswordSubject: 'Se cambió tu contraseña',
  mailPassword:
    'Se cambió tu contraseña y se cerró la sesión en todos los navegadores. Si no fuiste tú, elige una contraseña nueva y avisa a un administrador de tu escena.',
  mailPlaceFreeSubject: 'Hay una plaza libre en {name}',
  mailPlaceFree:
    'Hay una plaza para ti en {name}. Es tuya hasta {until}: abre esta página e inscríbete.\n\n{link}\n\nDespués se ofrece a la siguiente persona de la lista de espera.',
  mailInvitationSubject: 'Te invitan a {scene}',
  mailInvitation:
    'Te invitan a ser {role} de {scene}. Inicia sesión o crea una cuenta y después abre esto antes de {within}:\n\n{link}\n\n{nobody}',
  mailNobodyOpened: 'Mientras nadie lo abra, tu contraseña sigue siendo la misma.',
  mailNobody: 'Si no fuiste tú, no hagas nada: sin ti no cambia nada.',
  mailAdmin: 'administrador',
  mailOfficial: 'oficial de torneos',

  noticeMatch: '{match} {one} vs. {two}',
  onDeckTitle: 'Prepárense: son los siguientes',
  onDeck: 'Sigue {match}.',
  onDeckAt: 'Sigue {match} en {where}.',
  movedTitle: 'Ahora se juega en {where}',
  calledTitle: 'A jugar en {where}',
  called: 'Llaman a {match} a {where}.',
  correctedTitle: 'Resultado corregido',
  resultTitle: 'Resultado registrado',
  result: '{match}: {score}.',
  resultWon: '{match}: {score}, ganó {winner}.',
  delayedTitle: '{minutes} de retraso',
  delayed: '{match} se espera {minutes} más tarde de lo que se avisó a este teléfono.',
}
