import { clock } from './video-times.ts'

/** A line of a video's description: from this second on, this is seen. */
export type Chapter = { at: number; title: string }

const apartSeconds = 10
const fewest = 3

/**
 * Chapters as video services take them (R-VI-3): the first at 0:00, none shorter than 10 s. What
 * begins sooner after another goes on the other's line.
 */
export function chaptersOf(matches: Chapter[], length: number): Chapter[] {
  const sorted = matches.toSorted((a, b) => a.at - b.at)
  const first = sorted[0]
  if (!first) return []
  const opens = first.at < apartSeconds ? { at: 0, title: first.title } : { at: 0, title: 'Start' }
  const rest = first.at < apartSeconds ? sorted.slice(1) : sorted
  return rest.reduce(
    (chapters, next) => {
      const last = chapters.at(-1)!
      const isShort = next.at - last.at < apartSeconds || length - next.at < apartSeconds
      if (!isShort) return [...chapters, next]
      const title = `${last.title} / ${next.title}`
      return [...chapters.slice(0, -1), { ...last, title }]
    },
    [opens],
  )
}

/** One chapter a line, time first; nothing where a video service would not take them. */
export function chapterText(chapters: Chapter[]): string {
  if (chapters.length < fewest) return ''
  return chapters.map(({ at, title }) => `${clock(at)} - ${title}`).join('\n')
}

/** One match a line, as a link to where it begins. */
export function linkText(videoId: string, matches: Chapter[]): string {
  return matches
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, title }) => `https://youtu.be/${videoId}?t=${at} ${title}`)
    .join('\n')
}

type Played = {
  /** where a tournament has several */
  stage: string | null
  round: string
  blue: string
  gold: string
  /** left out, unless asked for: who looks may not want to know (R-VI-4) */
  score: [blue: number, gold: number] | null
}

export function titleOf({ stage, round, blue, gold, score }: Played): string {
  const where = [stage, round].filter(Boolean).join(' ')
  const result = score ? ` (${score.join('-')})` : ''
  const title = `${where}${where ? ': ' : ''}${blue} vs. ${gold}${result}`
  // One line, and without the two signs that descriptions of videos must not hold.
  return title.replace(/\s+/g, ' ').replaceAll('<', '‹').replaceAll('>', '›').trim()
}
