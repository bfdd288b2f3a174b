import { part } from '../catalogue.ts'
import type { WarningReason } from '#events/rules/warning-reasons.ts'

/** Attendance, calls for an official, and warnings. */
export const onSite = part('onSite', {
  title: 'Teams on Site',
  lead: 'Who is here, who was warned, and the code with which a team can say that it is here.',
  none: 'There are no teams yet.',
  here: 'here',
  missing: (count: number) => `missing ${count}`,
  unknown: 'not known yet',
  state: (missing: number | undefined | null) =>
    missing === undefined || missing === null
      ? onSite.unknown
      : missing === 0
        ? onSite.here
        : onSite.missing(missing),
  weAreHere: 'We are here',
  weMiss: (count: number) => `We are missing ${count}`,
  own: (name: string) => `Is ${name} here?`,
  setHere: (name: string) => `${name} is here`,
  setMissing: (name: string) => `How many of ${name} are missing`,
  failed: 'This was not saved.',

  call: 'Call an official',
  called: 'An official has been called. Stay where you are.',
  comes: (tablet: string | null) => `${tablet ?? 'An official'} is on the way.`,
  callFailed: 'The call could not be sent.',
  calls: (count: number) =>
    count === 1 ? '1 call for an official' : `${count} calls for an official`,
  list: 'Calls for an official',
  from: (places: (string | undefined)[]) => places.filter(Boolean).join(', ') || 'a team',
  since: (time: string) => `since ${time}`,
  take: 'I go',
  takeOf: (from: string) => `I am going to ${from}`,
  taken: (by: string | null) => `${by ?? 'Another official'} is going there`,
  end: 'Done',
  endOf: (from: string) => `The call of ${from} is done`,
  nobody: 'There are no open calls.',

  warn: 'Warn',
  warnOf: (name: string) => `Warn ${name}`,
  whole: 'The whole team',
  who: 'Who is warned',
  why: 'Why',
  reasons: {
    late: 'late',
    conduct: 'conduct',
    equipment: 'equipment',
    rules: 'rules',
  } satisfies Record<WarningReason, string>,
  warned: 'Warned',
  warnings: 'Warnings',
  warning: (name: string | null, reason: string, time: string) =>
    `Warned: ${name === null ? '' : `${name}, `}${reason}, ${time}`,
  warnFailed: 'The warning was not saved.',

  code: 'Code',
  codeOf: (name: string) => `Code of ${name}`,
  codeLead:
    'Scan it with a phone: it opens the page of the team, tells the phone when it plays, and lets the team say that it is here or call an official.',
  codeLink: 'What the code opens',
  copyCode: 'Copy the link',
  newCode: 'Make a new code',
  newCodeAgain: 'Press again: the old code stops working',
  codeFailed: 'The code was not made',
  print: 'Print all codes',
  printFailed: 'The sheet could not be opened. Allow this page to open new windows.',
  noCode:
    'This server has no secret, so the code only opens the page of the team. Start the server with WAGGLE_SECRET.',
})
