import { postgameSeconds } from '../../../../events/rules/time-limits.ts'
import { capital } from '../../../../events/text/capital.ts'
import { formats } from '../../core/text/locale.ts'
import { part } from '../../core/text/catalogue.ts'

export const videos = part('videos', {
  title: 'Videos',
  lead: 'Recordings of cabinets. One moment of one game links a video to the clock, so that every match can be found in it.',
  list: 'Recorded videos',
  empty: 'There are no videos yet. Add the first one.',
  video: 'Video',
  cabinet: 'Cabinet',
  start: 'Start',
  noStart: 'Not known yet',
  length: 'Length',
  references: 'References',
  reference: (point: string, time: string, game: number) => `${point} of game ${game} at ${time}`,
  differs: (seconds: number) => `${seconds > 0 ? '+' : ''}${seconds.toFixed(1)} s`,
  doubtful: 'does not fit',
  open: (id: string) => `Video ${id}, opens YouTube`,
  at: (date: Date, timeZone: string) =>
    date.toLocaleString(formats, {
      timeZone,
      dateStyle: 'medium',
      timeStyle: 'long',
    }),
  copy: 'Copy timestamps',
  copyTitle: (id: string) => `Timestamps of ${id}`,
  copied: 'Copied video timestamps to clipboard.',
  format: 'Format',
  formats: { chapters: 'Chapters for a description', links: 'Links with times' },
  scores: 'With scores',
  scoresHint: 'They give away the result.',
  timestamps: 'Timestamps',
  copyFailed: 'The timestamps could not be read.',
  remove: 'Delete',
  removeAgain: 'Press again to delete',
  removed: 'Video deleted.',
  removeFailed: 'Could not delete the video.',
})

export const newVideo = part('newVideo', {
  title: 'Add a video',
  lead: 'Adding the same video of the same cabinet again adds another reference.',
  game: 'Game that it shows',
  gameMissing: 'Choose a game',
  games: (map: string, ended: string, took: string) => `${map} · ended ${ended} · ${took}`,
  won: (team: string, how: string) => `${capital(team)} wins, ${capital(how)}`,
  noGames: 'No game has ended on this cabinet yet.',
  chooseCabinet: 'Choose a cabinet',
  videoId: 'Video id or YouTube link',
  videoIdMissing: 'The id of a video is required',
  point: 'Moment of the game',
  points: {
    start: 'Game starts',
    end: 'Game ends',
    postgame: `Scores are shown (${postgameSeconds} s later)`,
  },
  time: 'Seen in the video at',
  timeHint: 'h:mm:ss or m:ss',
  length: 'Length of the video',
  missing: 'A time such as 1:02:03',
  add: 'Add video',
  added: 'Video added.',
  failed: 'Could not add the video.',
})
