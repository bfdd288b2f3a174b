import { to } from '../../core/addresses.ts'
import type { TournamentWithCabinets } from '../../core/rest.ts'
import { useLiveState } from '../../core/live/context.ts'
import { useEstimates } from '../../hooks/useEstimates.ts'
import { publicText as text } from '../../core/text/spectate/public.ts'
import { Boundary } from '../../ui/Boundary.tsx'
import { Failed, Waiting } from '../../ui/Layout.tsx'
import { Head } from '../page/Head.tsx'
import { Now } from './Now.tsx'
import { WatchedPage } from '../page/WatchedPage.tsx'
import { Section } from './Section.tsx'
import styles from '../page/WatchedPage.module.css'
import { useClock, useTournamentPage, useSpan } from '../page/tournament-context.ts'
import { isTournamentActive } from '../page/matches.ts'
import { longDay } from '../page/times.ts'

const sectionNames: Record<string, string | undefined> = text.section

type Props = { loaded: TournamentWithCabinets; section: string; rest: string | null }

/** The public page of a tournament, live. Each section has an address. */
export function TournamentPage({ loaded, section, rest }: Props) {
  return (
    <WatchedPage loaded={loaded}>
      <Head section={section === 'now' ? undefined : sectionNames[section]}>
        <Timing />
      </Head>
      <Sections open={section} />
      <Loaded name={section} rest={rest} />
    </WatchedPage>
  )
}

function Loaded({ name, rest }: { name: string; rest: string | null }) {
  const isLoaded = useLiveState((state) => state.live.version > 0)
  if (!isLoaded) return <Waiting />
  return (
    <Boundary key={name} failed={Failed}>
      {name === 'now' ? <Now /> : <Section name={name} rest={rest} />}
    </Boundary>
  )
}

/** The date, and how early or late the evening is (R-ETA-2). */
function Timing() {
  const { date } = useTournamentPage().tournament
  const isActive = useLiveState(({ live }) => isTournamentActive(live.rows))
  const { zone } = useClock()
  const span = useSpan()
  const { begun, lateBy: late, end } = useEstimates()
  return (
    <p className={styles.timing}>
      <span>{longDay(date)}</span>
      {!isActive && <span>{text.tournament.over}</span>}
      {isActive && late !== null && Math.abs(late) >= minLateMinutes && (
        <span className={styles.late}>
          {late > 0 ? text.tournament.late(late) : text.tournament.early(-late)}
        </span>
      )}
      {isActive && begun && end && (
        <span>
          {text.tournament.ends(span(end))} {zone(end.from)}
        </span>
      )}
    </p>
  )
}
/** Estimates are rounded to five minutes, so smaller differences mean nothing. */
const minLateMinutes = 5

/** On a phone the tabs do not all fit, so the open one is scrolled into view. */
function scrollToTab(tab: HTMLElement | null): void {
  tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

const sections = ['now', 'bracket', 'standings', 'queues', 'teams', 'register', 'about'] as const

function Sections({ open }: { open: string }) {
  const { tournament } = useTournamentPage()
  const visible = sections.filter((name) => name !== 'register' || tournament.allowRegistration)
  return (
    <nav aria-label={text.tournament.sections} className={styles.sections}>
      {visible.map((name) => (
        <a
          key={name}
          href={to.tournament(tournament, name === 'now' ? '' : name)}
          className={styles.section}
          aria-current={open === name && 'page'}
          ref={open === name ? scrollToTab : undefined}
        >
          {text.section[name]}
        </a>
      ))}
    </nav>
  )
}
