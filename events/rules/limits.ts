// Limits that the schemas enforce and the console's forms keep to. This file must not import the
// schema library, because public pages load it.

/** The largest value of Postgres's `integer`, the type of ids and counts. */
export const maxInteger = 2 ** 31 - 1

/** Games that one team has won in a match. */
export const maxScore = 999

export const maxDraftTeams = 64
/** Rounds count from 0, the round of the captains. */
export const lastDraftRound = 4
export const minPickSeconds = 5
export const maxPickSeconds = 3_600
/** Players of one team when the draft is finalized. */
export const maxFinalPlayers = 20
/** Teams in one imported list. */
export const maxImportedTeams = 256
/** Players of one team in an imported list. */
export const maxImportedPlayers = 100

/** Missing players of one team that can be reported. */
export const maxMissingPlayers = 9
export const maxAnnouncementMinutes = 720
/** Characters of the public sentence of a ruling. */
export const maxRulingCharacters = 200
/** Views that one display shows in turn. */
export const maxDisplayTurns = 12

/** A cabinet whose client was not heard from for so long is offline (R-GE-2). In ms. */
export const clientSilenceMs = 12_000

/** Characters of a password. */
export const maxPasswordCharacters = 128
/** Characters of a search in the timeline. */
export const maxSearchCharacters = 200
/** Characters of a device's id. */
export const maxDeviceCharacters = 100
/** Rows on one page of a list. */
export const maxRowsPerPage = 1_000
/** Pixels of the longer side of a picture. */
export const maxPicturePixels = 1_024
/** A tournament as a ZIP: several times the compressed size of one with 1,000 games. */
export const maxZipBytes = 32 * 1024 * 1024
