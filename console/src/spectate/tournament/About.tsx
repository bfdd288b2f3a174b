import { rest, rowsPerPage } from '../../core/rest.ts'
import { publicText as text } from '../../core/text/spectate/public.ts'
import { Markdown } from '../page/LazyMarkdown.tsx'
import { useTournamentPage } from '../page/tournament-context.ts'
import page from '../page/WatchedPage.module.css'
import styles from './About.module.css'
import { useRead } from '../page/useRead.ts'

export default function About() {
  const { id, description } = useTournamentPage().tournament
  const query = { tournamentId: id, rowsPerPage }
  const links = useRead(rest.get('/api/tournament/links/', query))
  const videos = useRead(rest.get('/api/tournament/video/', query))
  const isEmpty = description.trim() === '' && links?.length === 0 && videos?.length === 0
  return (
    <>
      <h2 className="unseen">{text.section.about}</h2>
      {isEmpty && <p className={page.dim}>{text.about.none}</p>}
      <Markdown source={description} />
      {links && links.length > 0 && (
        <section>
          <h2 className={page.title}>{text.about.links}</h2>
          <ul className={page.cards}>
            {links.map((link) => (
              <li key={link.id}>
                <a href={link.url} rel="noopener noreferrer nofollow ugc" className={styles.link}>
                  {link.imageShown && (
                    <img src={link.imageShown} alt="" loading="lazy" className={styles.picture} />
                  )}
                  <span className={styles.words}>
                    <strong>{link.title || hostOf(link.url)}</strong>
                    <small>{hostOf(link.url)}</small>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      {videos && videos.length > 0 && (
        <section>
          <h2 className={page.title}>{text.about.videos}</h2>
          <ul className={page.cards}>
            {videos.map((video) => (
              <li key={video.id}>
                <a
                  href={`https://www.youtube.com/watch?v=${encodeURIComponent(video.videoId)}`}
                  rel="noopener noreferrer"
                  className={styles.link}
                >
                  <span className={styles.words}>
                    <strong>{text.about.video(video.cabinetName, video.length)}</strong>
                    <small>{text.match.videoSoon}</small>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}
