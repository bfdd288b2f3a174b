// Names are arguments of messages, so no language changes them, even if they are words that it
// knows: teams called Nobody and Snail, stages called Finals and Round 1.
import { describe, expect, test } from 'vitest'
import { slotMessage } from '#events/bracket/bracket.ts'
import { roundMessage } from '#events/bracket/round-message.ts'
import { publicMessage } from '#events/describe/commit-line.ts'
import { commitSentence } from '#events/describe/commit-sentence.ts'
import { english } from '#events/messages/english.ts'
import type { Message } from '#events/messages/message.ts'
import { inWords } from '#events/messages/wordings.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { languageCodes } from '#events/text/languages.ts'
import { isRefusal } from '#services/desk/index.ts'
import { mailsFor } from '#services/account/mail-words.ts'
import { noticeIn } from '#services/notify/notification/words.ts'
import * as story from '../desk/story.ts'

const { m } = story
const [nobody, snail] = [1, 2]
const finals = story.settings({ name: 'Finals', stageType: 'single_elim' })
const played = story.play(
  story.tournament({ teams: 4, stage: { name: 'Finals', stageType: 'single_elim' } }),
  { type: 'RenameTeam', team: nobody, name: 'Nobody' },
  { type: 'RenameTeam', team: snail, name: 'Snail' },
  { type: 'AddTeam', name: 'Round 1' },
  { type: 'CreateStage', settings: { ...finals, name: 'Round 1' }, numGroups: 1 },
  {
    type: 'PlaceStage',
    stage: 52,
    placements: [1, 2].map((place) => ({ place, placeOf: { stage: 51, place } })),
  },
  { type: 'CreateMatches', stage: 52 },
  story.start(m(1)),
  story.plus(m(1), nobody),
)
const t = story.stateOf(played)

/** The message of the last step, for officials. */
function lastStep(): Message {
  const [before, after] = played.states.slice(-2) as [Tournament, Tournament]
  return commitSentence({ before, after, commit: played.commits.at(-1)! }, () => undefined)
}
function refusalOf(): Message {
  const refused = story.decideIn(played, { type: 'AddTeam', name: 'snail' })
  return isRefusal(refused) ? refused.message : { key: 'none' }
}
const added = played.commits.findLastIndex(({ command }) => command.type === 'AddTeam')

describe.each(languageCodes)('in %s', (language) => {
  const plain = (words: string) => words.replaceAll(/[\u2068\u2069]/g, '')
  const said = (message: Message | null) => (message ? plain(inWords(language, message)) : '')

  test('steps', () => {
    expect(english(lastStep())).toBe('+1 Nobody in M1 of Finals, 0-0 → 1-0')
    for (const name of ['Nobody', 'Finals']) expect(said(lastStep())).toContain(name)
  })

  test('places of a stage, and winners', () => {
    const slots = Object.values(t.matches).flatMap((match) =>
      ([0, 1] as const).flatMap((slot) => slotMessage(t, match, slot) ?? []),
    )
    const places = slots.filter(({ key }) => key === 'placeOf')
    expect(places.length).toBeGreaterThan(0)
    for (const place of places) expect(said(place)).toContain('Finals')
  })

  test('a push', () => {
    const { attempt } = t.matches[m(1)]!
    const notification = { kind: 'called', match: m(1), attempt, cabinet: 1 } as const
    const { body } = noticeIn(t, { notification, language, isCorrected: false })
    expect(plain(body)).toContain('Nobody')
  })

  test('a mail', () => {
    const mails = mailsFor({ headers: { 'accept-language': language } })
    const { subject, text } = mails.invitation('Finals', 'admin', 'https://waggle.example/x')
    for (const words of [subject, text]) expect(plain(words)).toContain('Finals')
    expect(text).toContain('\n\nhttps://waggle.example/x\n\n')
  })
})

test('a generated round has a message, a typed one is a name', () => {
  const match = t.matches[m(1)]!
  expect(roundMessage(match)).toEqual({ key: 'semifinals' })
  expect(roundMessage({ ...match, roundName: 'Finals' })).toBeNull()
  expect(roundMessage({ ...match, roundNum: null })).toBeNull()
  const winners = { type: 'winners', roundNum: 1, roundName: 'Championship Round 2 of 2' } as const
  expect(roundMessage(winners)).toEqual({ key: 'championshipRound', args: { round: 2, rounds: 2 } })
})

test('a step that adds a team, and a refusal', () => {
  expect(publicMessage(played.states[added + 1]!, played.commits[added]!)).toEqual({
    key: 'teamAdded',
    args: { team: 'Round 1' },
  })
  expect(refusalOf()).toEqual({ key: 'TEAM_NAME_TWICE' })
})
