import { hours } from '#events/text/durations.ts'

/** A chapter in a video's description; `at` is its start in seconds. */
export type Chapter = { at: number; title: string }

const minSeconds = 10
const minChapters = 3

/**
 * Chapters in a form that video services accept (R-VI-3): the first at 0:00, none shorter than 10
 * s. Matches that begin sooner after another share its line.
 */
export function chaptersOf(matches: Chapter[], length: number): Chapter[] {
  const sorted = matches.toSorted((a, b) => a.at - b.at)
  const first = sorted[0]
  if (!first) return []
  const opening = first.at < minSeconds ? { at: 0, title: first.title } : { at: 0, title: 'Start' }
  const rest = first.at < minSeconds ? sorted.slice(1) : sorted
  return rest.reduce(
    (chapters, next) => {
      const last = chapters.at(-1)!
      const isShort = next.at - last.at < minSeconds || length - next.at < minSeconds
      if (!isShort) return [...chapters, next]
      const title = `${last.title} / ${next.title}`
      return [...chapters.slice(0, -1), { ...last, title }]
    },
    [opening],
  )
}

/** One chapter a line, time first; empty if video services would not accept them. */
export function chapterText(chapters: Chapter[]): string {
  if (chapters.length < minChapters) return ''
  return chapters.map(({ at, title }) => `${hours(at)} - ${title}`).join('\n')
}

/** One match a line, as a link to its start in the video. */
export function linkText(videoId: string, matches: Chapter[]): string {
  return matches
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, title }) => `https://youtu.be/${videoId}?t=${at} ${title}`)
    .join('\n')
}

type TitleParts = {
  /** null if the tournament has only one stage */
  stage: string | null
  round: string
  blue: string
  gold: string
  /** null unless requested, because results are spoilers (R-VI-4) */
  score: [blue: number, gold: number] | null
}

export function titleOf({ stage, round, blue, gold, score }: TitleParts): string {
  const where = [stage, round].filter(Boolean).join(' ')
  const result = score ? ` (${score.join('-')})` : ''
  const title = `${where}${where ? ': ' : ''}${blue} vs. ${gold}${result}`
  // A single line without `<` and `>`, which video descriptions may not contain.
  return title.replace(/\s+/g, ' ').replaceAll('<', '‹').replaceAll('>', '›').trim()
}
