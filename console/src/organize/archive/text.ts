export const archive = {
  title: 'Take it elsewhere',
  lead: 'A ZIP of tables: teams, stages, results and games, for spreadsheets, and for another scene that imports it.',
  export: 'Export as ZIP',
  import: 'Import from a ZIP',
  importing: 'Importing …',
  failed: 'The tournament was not imported.',
} as const
