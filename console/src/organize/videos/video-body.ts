export const videoUrl = '/api/tournament/video/'
