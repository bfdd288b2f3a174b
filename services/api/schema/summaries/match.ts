/** Matches, queues and protests. */
export const matchSummaries = {
  'PUT /api/tournament/tournament/:id/create-queues/':
    'Create a queue for each cabinet that has none',
  'PUT /api/tournament/tournament/:id/create-queue/': 'Create a queue for the given cabinets',
  'PUT /api/tournament/tournament/:id/select-next/':
    'Start the next playable match of the queue on a cabinet',
  'PUT /api/tournament/tournament/:id/extend-timer/':
    'Give the timer of the next match on a cabinet more time',
  'PUT /api/tournament/tournament/:id/hold-timer/':
    'Hold a cabinet: no match starts there automatically',
  'PUT /api/tournament/tournament/:id/release-timer/': 'End the hold of a cabinet',
  'POST /api/tournament/match/': 'Create a match in a custom stage',
  'DELETE /api/tournament/match/:id/': 'Delete a match',
  'PUT /api/tournament/match/:id/start/': 'Start a match on a cabinet',
  'PUT /api/tournament/match/:id/replace/':
    'Start another match in place of the one on the cabinet',
  'GET /api/tournament/match/': 'List matches',
  'GET /api/tournament/match/:id/': 'Read a match',
  'GET /api/tournament/match/:id/review/': 'Read a match with its video links, for a review',
  'GET /api/tournament/match/:id/preview/': 'Preview what another score of a match would change',
  'PATCH /api/tournament/match/:id/': 'Change given fields of a match, such as the score',
  'PUT /api/tournament/match/:id/':
    'Change a match; points follow their teams after the sides were swapped',
  'GET /api/tournament/queue/': 'List queues with their matches',
  'GET /api/tournament/queue/:id/': 'Read a queue with its matches',
  'PATCH /api/tournament/queue/:id/': 'Rename a queue, or pause and resume it',
  'PUT /api/tournament/queue/:id/set-cabinets/': 'Set the cabinets that a queue serves',
  'PUT /api/tournament/queue/:id/set-queue/': 'Set the matches of a queue and their order',
  'PUT /api/tournament/queue/:id/assign-all/': 'Put all open matches of stages into a queue',
  'PUT /api/tournament/queue/:id/remove-all/': 'Take all matches out of a queue',
  'DELETE /api/tournament/queue/:id/': 'Delete a queue',
  'PUT /api/tournament/match/:id/stop/': 'Take a match off its cabinet; its score stays',
  'PUT /api/tournament/match/:id/reopen/': 'Reopen a complete match',
  'PUT /api/tournament/match/:id/replay/': 'Have a match played again from the start',
  'PUT /api/tournament/match/:id/forfeit/': 'Record that one or both teams forfeit a match',
  'PUT /api/tournament/match/:id/report/': 'Send the result of a match to the linked site again',
  'PUT /api/tournament/match/:id/review/': 'Mark a match as under review, or end the review',
  'PUT /api/tournament/match/:id/annotate/': 'Write a note on a match',
  'PUT /api/tournament/match/:id/complete/': 'Complete a match with its current score',
  'PUT /api/tournament/match/:id/add-score/':
    'Add a point to the score of a team, or take one away',
  'GET /api/tournament/protest/': 'List protests',
  'GET /api/tournament/protest/:id/': 'Read a protest',
  'GET /api/tournament/protest/:id/preview/': 'Preview what a ruling on a protest would change',
  'POST /api/tournament/protest/': 'Lodge a protest about a match',
  'GET /api/tournament/protest/:id/evidence/':
    'Read the evidence for a protest: steps, games and timeline',
  'PUT /api/tournament/protest/:id/rule/': 'Rule on a protest',
  'PUT /api/tournament/protest/:id/sign/': 'Sign the ruling on a protest as a second official',
  'PUT /api/tournament/protest/:id/withdraw/': 'Withdraw a protest',
}
