import { part } from '../../core/text/catalogue.ts'

export const help = part('help', {
  mark: '?',
  open: (screen: string) => `Help: ${screen}`,
})

/** The headings of the handbook's page for organisers that screens open. */
export const helpParts = {
  page: 'The page of a tournament',
  people: 'People',
  mixer: 'A mixer: teams formed on the evening',
  formats: 'Formats',
  dayPlan: 'Plan the day',
  cabinets: 'Cabinets',
  hooks: 'Chats, programs and calendars',
  look: 'Look like your scene',
} as const
export type HelpPart = keyof typeof helpParts
