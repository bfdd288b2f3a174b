import type { ReactNode } from 'react'
import { pageAt } from '../core/addresses.ts'
import type { Page } from '../core/addresses.ts'
import { isMissing, tournaments } from '../core/rest.ts'
import { gameAt, matchAt, sceneHome, teamAt, tournamentNamed } from './page/reads.ts'

/** A loaded page that can be drawn, or why it could not be loaded. */
export type LoadedPage =
  | { state: 'open'; key: string; draw: (page: Page) => ReactNode }
  | { state: 'lost' }
  | { state: 'failed'; error: unknown }

/** All sections of a tournament page share a key, so that switching does not load it again. */
export function keyOf(page: Page): string {
  return page.page === 'tournament' ? `${page.scene}/${page.slug}` : JSON.stringify(page)
}

export async function loadPage(path: string): Promise<LoadedPage> {
  const page = pageAt(path)
  if (!page) return { state: 'lost' }
  try {
    return { state: 'open', key: keyOf(page), draw: await drawing(page) }
  } catch (error) {
    const isGone = isMissing(error)
    return isGone ? { state: 'lost' } : { state: 'failed', error }
  }
}

/** Loads the code and the data of a page at the same time. */
async function drawing(page: Page): Promise<(page: Page) => ReactNode> {
  switch (page.page) {
    case 'home': {
      const [{ Home }, read] = await Promise.all([import('./home/Home.tsx'), tournaments()])
      return () => <Home tournaments={read} />
    }
    case 'scene': {
      const reading = sceneHome(page.scene)
      const [{ ScenePage }, read] = await Promise.all([import('./home/ScenePage.tsx'), reading])
      return () => <ScenePage {...read} />
    }
    case 'tournament': {
      const reading = tournamentNamed(page.scene, page.slug)
      const code = import('./tournament/TournamentPage.tsx')
      const [{ TournamentPage }, read] = await Promise.all([code, reading])
      return (current) => (
        <TournamentPage loaded={read} {...(current.page === 'tournament' ? current : page)} />
      )
    }
    case 'match': {
      const [{ MatchPage }, read] = await Promise.all([
        import('./match/MatchPage.tsx'),
        matchAt(page.id),
      ])
      return () => <MatchPage {...read} />
    }
    case 'team': {
      const [{ TeamPage }, read] = await Promise.all([
        import('./tournament/TeamPage.tsx'),
        teamAt(page.id),
      ])
      return () => <TeamPage {...read} />
    }
    case 'game': {
      const [{ GamePage }, read] = await Promise.all([
        import('./match/GamePage.tsx'),
        gameAt(page.id),
      ])
      return () => <GamePage {...read} />
    }
  }
}
