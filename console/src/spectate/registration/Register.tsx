import { rest } from '../../core/rest.ts'
import { lazyPart } from '../../hooks/lazy-part.ts'
import { useReadOne } from '../page/useReadOne.ts'
import { registrationPage as words } from '../../core/text/spectate/registration-page.ts'
import { useUser } from '../../core/session-user.ts'
import { Waiting } from '../../ui/Layout.tsx'
import { Markdown } from '../page/LazyMarkdown.tsx'
import { useNow } from '../../hooks/useNow.ts'
import { useClock, useTournamentPage } from '../page/tournament-context.ts'
import { longDay } from '../page/times.ts'
import { useRead } from '../page/useRead.ts'
import { isRegistrationOpen, optionsOf } from './registration-body.ts'
import type { RegistrationBody } from './registration-body.ts'
import styles from './Register.module.css'
import { ReadFailure } from './ReadFailure.tsx'

const minuteMs = 60_000

// Loaded separately, so that the introduction is shown before the form is loaded.
const OwnRegistration = lazyPart(() => import('./OwnRegistration.tsx'), Waiting)

/** The page on which players register, pay and check in. */
export default function Register() {
  const { id } = useTournamentPage().tournament
  const { answer: tournament, error } = useReadOne(
    rest.get('/api/tournament/tournament/:id/', { id }),
  )
  const user = useUser()
  const { day } = useClock()
  const today = day(new Date(useNow(true, minuteMs)))
  if (!tournament && error !== null) return <ReadFailure failure={error} />
  if (!tournament || user.state === 'loading') return <Waiting />
  const isOpen = isRegistrationOpen(tournament, today)
  return (
    <div className={styles.page}>
      <Introduction tournament={tournament} isOpen={isOpen} />
      {user.state === 'out' ? (
        <SignedOut tournament={tournament} isOpen={isOpen} />
      ) : (
        <OwnRegistration key={user.person.id} tournament={tournament} name={user.person.name} />
      )}
    </div>
  )
}

type Props = { tournament: RegistrationBody; isOpen: boolean }

function Introduction({ tournament, isOpen }: Props) {
  const { registrationBanner, registrationMessage, registrationCloseDate } = tournament
  return (
    <>
      {registrationBanner && <img src={registrationBanner} alt="" className={styles.banner} />}
      <h2>{words.title}</h2>
      {isOpen && registrationCloseDate && (
        <p className="dim">{words.closes(longDay(registrationCloseDate))}</p>
      )}
      <Markdown source={registrationMessage} />
    </>
  )
}

/**
 * Links to sign in or sign up, which lead back to this page. Once registration is closed, only who
 * has registered needs to sign in.
 */
function SignedOut({ tournament, isOpen }: Props) {
  const back = new URLSearchParams({ to: `${location.pathname}${location.search}` }).toString()
  const options = useRead(optionsOf(tournament.id))
  return (
    <section className={styles.section}>
      <h3>{isOpen ? words.signedOutTitle : words.closed}</h3>
      <p>{isOpen ? words.signedOut : words.signedOutClosed}</p>
      <p className={styles.row}>
        <a href={`/sign-in?${back}`} className={styles.main}>
          {words.signIn}
        </a>
        {isOpen && (
          <a href={`/sign-up?${back}`} className={styles.button}>
            {words.signUp}
          </a>
        )}
      </p>
      {options && options.length > 0 && (
        <ul className="marked">
          {options.map(({ id, name, price }) => (
            <li key={id}>
              {name}: ${price}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
