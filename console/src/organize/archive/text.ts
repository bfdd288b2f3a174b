export const archive = {
  title: 'Take it elsewhere',
  lead: 'A ZIP of tables: teams, stages, results and games, for spreadsheets, and for another scene that imports it.',
  export: 'Export as ZIP',
  import: 'Import from a ZIP',
  importing: 'Importing …',
  sent: (part: number) => `${Math.floor(part * 100)} % of the file is sent.`,
  reading: 'The file is sent. It is read and stored; this may take a minute.',
  tooLarge: 'The file has more than 32 MB, which is the most.',
  lost: 'The line broke before there was an answer. Choose the same file again: it is imported once.',
  failed: 'The tournament was not imported.',
} as const
