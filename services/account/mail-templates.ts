import type { Mail } from './mail.ts'

// What stands behind # is not sent to any server by a browser, and so in no log of addresses (P19).
export const paths = {
  confirm: (code: string) => `/confirm#${code}`,
  reset: (code: string) => `/reset#${code}`,
  email: (code: string) => `/account#email=${code}`,
  invitation: (code: string) => `/account#role=${code}`,
}

type Words = Omit<Mail, 'to'>
const nobodyOpened = 'As long as nobody opens it, your password stays what it is.'
const nobody = 'If that was not you, do nothing: without you nothing changes.'

export function confirmMail(link: string): Words {
  return {
    subject: 'Confirm your e-mail',
    text: `Somebody signed up with this e-mail. To finish, open this within a day and enter the password you chose:\n\n${link}\n\n${nobody}`,
  }
}

export function knownAddressMail(link: string): Words {
  return {
    subject: 'You have an account already',
    text: `Somebody tried to sign up with this e-mail, which has an account already. Sign in here:\n\n${link}\n\nThere you can choose a new password too. ${nobody}`,
  }
}

export function resetMail(link: string): Words {
  return {
    subject: 'Choose a new password',
    text: `To choose a new password, open this within an hour:\n\n${link}\n\n${nobody}`,
  }
}

export function resetLinkLetter(by: string): Words {
  return {
    subject: 'A link to your account was made',
    text: `${by} made a link with which a new password can be chosen for your account, within an hour. If you did not ask for it, tell the owner of the site. ${nobodyOpened}`,
  }
}

export function newEmailMail(link: string): Words {
  return {
    subject: 'Confirm your new e-mail',
    text: `To use this e-mail for your account, open this within a day on a browser where you are signed in:\n\n${link}\n\n${nobody}`,
  }
}

export function takenEmailMail(link: string): Words {
  return {
    subject: 'This e-mail has an account already',
    text: `Somebody wants to use this e-mail for another account. It has one already:\n\n${link}\n\n${nobody}`,
  }
}

export function leftEmailMail(): Words {
  return {
    subject: 'Your account has another e-mail now',
    text: 'Your account does not use this e-mail any more. If you did not change that, tell an admin of your scene.',
  }
}

export function passwordMail(): Words {
  return {
    subject: 'Your password was changed',
    text: 'Your password was changed, and every browser signed out. If you did not do that, choose a new password and tell an admin of your scene.',
  }
}

export function invitationMail(scene: string, role: 'admin' | 'tournament', link: string): Words {
  const as = role === 'admin' ? 'an admin' : 'a tournament official'
  return {
    subject: `You are invited to ${scene}`,
    text: `You are invited to be ${as} of ${scene}. Sign in or sign up, then open this within 14 days:\n\n${link}\n\n${nobody}`,
  }
}
