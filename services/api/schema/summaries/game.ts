/** Games, history, exports and imports, calendars, videos and the status. */
export const gameSummaries = {
  'POST /api/game/scene/:id/preview-bracket/':
    'Preview the import of a bracket from another site, without saving anything',
  'POST /api/game/scene/:id/import-bracket/': 'Import a bracket from another site',
  'GET /api/tournament/scene/:id/calendar.ics':
    'Read the tournaments of a scene as an iCalendar file',
  'GET /api/tournament/team/:id/calendar.ics': 'Read the matches of a team as an iCalendar file',
  'GET /api/game/game-event/': 'List the public events of a game, page by page',
  'GET /api/game/game/:id/events/': 'Read all events of a game, for a replay',
  'GET /api/game/game/:id/match/': 'Read the match that a game belongs to',
  'GET /api/game/game/:id/': 'Read a game',
  'GET /api/game/game/:id/stats/': 'Read the statistics of a game',
  'PATCH /api/game/game/:id/': 'Assign a game to a match, or detach it',
  'GET /api/game/game/': 'List games',
  'GET /api/game/game/recent/': 'List the latest games',
  'PUT /api/tournament/tournament/:id/undo/': 'Undo a step of a tournament',
  'PUT /api/tournament/tournament/:id/replace/':
    'Replace a forfeit or a typed score by what was meant',
  'GET /api/tournament/tournament/:id/history/': 'List the steps of a tournament',
  'GET /api/tournament/tournament/:id/history/:version/':
    'Read one step of a tournament, and whether it can be undone',
  'GET /api/tournament/tournament/:id/log/': 'Download the commits of a tournament from the log',
  'GET /api/tournament/tournament/:id/log/rolls/': 'List the random draws of a tournament',
  'GET /api/tournament/tournament/:id/timeline/':
    'Read the timeline of a cabinet: steps and game events',
  'GET /api/health/': 'Say whether the API can reach its database',
  'GET /api/tournament/tournament/:id/export/':
    'Export a tournament as a ZIP for statistics programs',
  'GET /api/tournament/tournament/:id/export-history/':
    'Export a finished tournament with every step of its history',
  'POST /api/game/scene/:id/preview-tournament/':
    'Preview the import of an exported tournament, without saving anything',
  'POST /api/game/scene/:id/import-tournament/': 'Import an exported tournament into a scene',
  'POST /api/tournament/scene/:id/practice/': 'Start a practice tournament at a simulated cabinet',
  'GET /api/status/': 'Read what works and what does not, as shown on the page Is it all right?',
  'POST /api/video/video-clip/': 'Report a clip that a recorder at a cabinet made',
  'GET /api/video/video-clip/': 'List the reported clips',
  'GET /api/tournament/video/:id/timestamps/':
    'Read the chapters of a video: a line for each match',
  'GET /api/tournament/video/': 'List videos',
  'GET /api/tournament/video/:id/': 'Read a video',
  'POST /api/tournament/video/add/': 'Add a video of a cabinet',
  'DELETE /api/tournament/video/:id/': 'Remove a video',
}
