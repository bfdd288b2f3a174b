/** The texts that only services put into words: the console does not load them. */
export const serverTexts = {
  // The head of a page, which previews of links show.
  headTournaments: 'Tournaments',
  headUnknown: 'not yet known',
  headMatch: '{blue} vs. {gold}',
  headScore: '{blue} vs. {gold} {score}',
  headGame: 'Game on {map}',
  headBlueWon: 'Blue won on {map}',
  headGoldWon: 'Gold won on {map}',
  headHow: '{won} ({how})',

  // Mails. `within` is how long a link works.
  mailConfirmSubject: 'Confirm your e-mail',
  mailConfirm:
    'Somebody signed up with this e-mail address. To finish, open this link within {within} and enter the password you chose:\n\n{link}\n\n{nobody}',
  mailKnownAddressSubject: 'You already have an account',
  mailKnownAddress:
    'Somebody tried to sign up with this e-mail address, but it already has an account. Sign in here:\n\n{link}\n\nYou can also choose a new password there. {nobody}',
  mailResetSubject: 'Choose a new password',
  mailReset: 'To choose a new password, open this link within {within}:\n\n{link}\n\n{nobody}',
  mailResetLinkSubject: 'A password link was created for your account',
  mailResetLink:
    '{by} created a link that lets you choose a new password for your account within {within}. If you did not ask for it, tell the owner of the site. {nobodyOpened}',
  mailNewEmailSubject: 'Confirm your new e-mail',
  mailNewEmail:
    'To use this e-mail address for your account, open this link within {within} in a browser where you are signed in:\n\n{link}\n\n{nobody}',
  mailTakenEmailSubject: 'This e-mail address already has an account',
  mailTakenEmail:
    'Somebody tried to use this e-mail address for another account, but it already belongs to this one:\n\n{link}\n\n{nobody}',
  mailLeftEmailSubject: 'The e-mail address of your account was changed',
  mailLeftEmail:
    'Your account no longer uses this e-mail address. If you did not change this, tell an admin of your scene.',
  mailPasswordSubject: 'Your password was changed',
  mailPassword:
    'Your password was changed, and every browser was signed out. If you did not do this, choose a new password and tell an admin of your scene.',
  mailPlaceFreeSubject: 'A place is free in {name}',
  mailPlaceFree:
    'There is a place for you in {name}. It is yours until {until}: open this page and register.\n\n{link}\n\nAfter that it is offered to the next person on the waiting list.',
  mailInvitationSubject: 'You are invited to {scene}',
  mailInvitation:
    'You are invited to be {role} of {scene}. Sign in or sign up, then open this link within {within}:\n\n{link}\n\n{nobody}',
  mailNobodyOpened: 'Your password stays the same unless somebody opens that link.',
  mailNobody: 'If this was not you, you can ignore this e-mail: nothing will change.',
  mailAdmin: 'an admin',
  mailOfficial: 'a tournament official',

  // Notifications for phones and chats. They contain no times and no names of persons (P19).
  noticeMatch: '{match} {one} v {two}',
  onDeckTitle: 'You are on deck',
  onDeck: '{match} is next.',
  onDeckAt: '{match} is next on {where}.',
  movedTitle: 'Moved to {where}',
  calledTitle: 'Now on {where}',
  called: '{match} is called to {where}.',
  correctedTitle: 'Result corrected',
  resultTitle: 'Result entered',
  result: '{match}: {score}.',
  resultWon: '{match}: {score}, {winner} won.',
  delayedTitle: 'Delayed by {minutes}',
  delayed: '{match} is expected {minutes} later than you were last told.',
} as const
