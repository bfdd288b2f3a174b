import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
} from '@tanstack/react-router'
import { Failure, tournamentAt } from './api.ts'
import { persistently } from './parts/missing.ts'
import { options } from './screens/account/reads.ts'
import { wayOf } from './screens/account/ways.ts'
import { Failed, Frame, Lost, Waiting } from './screens/Frame.tsx'
import { sceneNamed } from './screens/public/reads.ts'

const root = createRootRoute({ component: Screens, notFoundComponent: Lost })

function Screens() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}

// The public pages are another program (`spectators.tsx`): a link to one loads it.
const home = createRoute({ ...publicPage(), path: '/' })
const scene = createRoute({ ...publicPage(), path: '/scene/$sceneName' })
const tournament = createRoute({ ...publicPage(), path: '/t/$sceneName/$slug' })
const section = createRoute({ ...publicPage(), path: '/t/$sceneName/$slug/$' })
const match = createRoute({ ...publicPage(), path: '/tournament-match/$id' })
const team = createRoute({ ...publicPage(), path: '/tournament-team/$id' })

function publicPage() {
  return {
    getParentRoute: () => root,
    loader({ location: { href } }: { location: { href: string } }): Promise<never> {
      location.assign(href)
      return new Promise(() => {})
    },
    preload: false,
  }
}

const newTournament = createRoute({
  getParentRoute: () => root,
  path: '/scene/$sceneName/new-tournament',
  loader: ({ params }) => sceneNamed(params.sceneName).catch(missing),
  component: screen(() => import('./screens/creation/NewTournament.tsx'), 'NewTournament'),
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: wayOf,
  loader: () => options(),
  component: screen(() => import('./screens/account/SignIn.tsx'), 'SignIn'),
})

const signUp = createRoute({
  getParentRoute: () => root,
  path: '/sign-up',
  validateSearch: wayOf,
  loader: () => options(),
  component: screen(() => import('./screens/account/SignUp.tsx'), 'SignUp'),
})

const confirm = createRoute({
  getParentRoute: () => root,
  path: '/confirm',
  component: screen(() => import('./screens/account/ConfirmEmail.tsx'), 'ConfirmEmail'),
})

const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset',
  component: screen(() => import('./screens/account/Reset.tsx'), 'Reset'),
})

const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  component: screen(() => import('./screens/account/Account.tsx'), 'Account'),
})

const pair = createRoute({
  getParentRoute: () => root,
  path: '/pair',
  component: screen(() => import('./screens/devices/Pair.tsx'), 'Pair'),
})

const admin = createRoute({
  getParentRoute: () => root,
  path: '/tournament/$id/admin',
  loader: ({ params }) => tournamentAt(Number(params.id)).catch(missing),
  component: screen(() => import('./screens/admin/Admin.tsx'), 'Admin'),
})

/** The first part after `admin` names the component, the others are handed to it. */
const segment = createRoute({
  getParentRoute: () => admin,
  path: '$',
  component: screen(() => import('./screens/admin/Segment.tsx'), 'Segment'),
})

const basic = createRoute({
  getParentRoute: () => admin,
  path: '/',
  component: screen(() => import('./screens/admin/Segment.tsx'), 'Segment'),
})

/** Its code is asked for until it is there: the router itself would load the page anew. */
function screen<T extends Record<string, unknown>, K extends keyof T>(
  load: () => Promise<T>,
  name: K,
) {
  return lazyRouteComponent(() => persistently(load), name)
}

function missing(error: unknown): never {
  if (error instanceof Failure && error.status === 404) throw notFound()
  throw error
}

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    scene,
    newTournament,
    tournament,
    section,
    match,
    team,
    signIn,
    signUp,
    confirm,
    reset,
    account,
    pair,
    admin.addChildren([basic, segment]),
  ]),
  defaultPendingComponent: Waiting,
  defaultErrorComponent: Failed,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
