import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
} from '@tanstack/react-router'
import type { RouteComponent } from '@tanstack/react-router'
import type * as screens from './screens.ts'
import { cabinetsOf, isMissing, tournamentAt } from '../core/rest.ts'
import { retryForever } from '../core/connection/chunk-recovery.ts'
import { options } from '../account/sign-in/account-reads.ts'
import { Failed, Layout, Lost, Waiting } from '../ui/Layout.tsx'
import { afterRows } from '../hooks/lazy-part.ts'
import { Admin } from './admin/Admin.tsx'
import { AdminScreen } from './admin/AdminScreen.tsx'
import { sceneNamed } from '../spectate/page/reads.ts'

const UnsentWrites = afterRows(() => import('./UnsentWrites.tsx'))
const LeaveQuestion = afterRows(() => import('./LeaveQuestion.tsx'))
const root = createRootRoute({ component: Screens, notFoundComponent: Lost })

function Screens() {
  return (
    <Layout>
      <UnsentWrites />
      <LeaveQuestion />
      <Outlet />
    </Layout>
  )
}

// The public pages are another program (`spectators.tsx`): a link to one leaves this program.
const home = publicPage('/')
const scene = publicPage('/scene/$sceneName')
const tournament = publicPage('/t/$sceneName/$slug')
const section = publicPage('/t/$sceneName/$slug/$')
const match = publicPage('/tournament-match/$id')
const team = publicPage('/tournament-team/$id')

function publicPage<const P extends string>(path: P) {
  return createRoute({
    getParentRoute: () => root,
    path,
    loader({ location: { href } }: { location: { href: string } }): Promise<never> {
      location.assign(href)
      return new Promise(() => {})
    },
    preload: false,
  })
}

/** A screen without a loader. */
function page<const P extends string>(path: P, component: RouteComponent) {
  return createRoute({ getParentRoute: () => root, path, component })
}

const newTournament = createRoute({
  getParentRoute: () => root,
  path: '/scene/$sceneName/new-tournament',
  async loader({ params }) {
    const { scene } = await sceneNamed(params.sceneName).catch(notFoundOr)
    return { scene, cabinets: await cabinetsOf(scene.id) }
  },
  component: screen('NewTournament'),
})

const sceneLook = page('/scene/$sceneName/look', screen('SceneLook'))

const newScene = page('/new-scene', screen('NewScene'))

const status = page('/status', screen('Status'))

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: returnSearch,
  loader: () => options(),
  component: screen('SignIn'),
})

const signUp = createRoute({
  getParentRoute: () => root,
  path: '/sign-up',
  validateSearch: returnSearch,
  loader: () => options(),
  component: screen('SignUp'),
})

const confirm = createRoute({
  getParentRoute: () => root,
  path: '/confirm',
  validateSearch: returnSearch,
  component: screen('ConfirmEmail'),
})

const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset',
  loader: () => options(),
  component: screen('PasswordReset'),
})

const account = page('/account', screen('Account'))

const pair = page('/pair', screen('Pair'))

const cabinetCode = page('/at/$code', screen('CabinetCode'))

const pickup = page('/line/$id', screen('PickupScreen'))

const join = page('/join/$code', screen('JoinAtDoor'))

const player = page('/player/$id', screen('Profile'))

const admin = createRoute({
  getParentRoute: () => root,
  path: '/tournament/$id/admin',
  loader: ({ params }) => tournamentAt(Number(params.id)).catch(notFoundOr),
  component: Admin,
})

/** The first part of the path after `admin` names the screen, which gets the other parts. */
const adminScreen = createRoute({
  getParentRoute: () => admin,
  path: '$',
  component: AdminScreen,
})

const basic = createRoute({
  getParentRoute: () => admin,
  path: '/',
  component: AdminScreen,
})

/** Retries until its chunk is loaded. On a failure the router would reload the page. */
function screen(name: keyof typeof screens) {
  const load = async () => {
    const { [name]: loaded } = await import('./screens.ts')
    return { default: await loaded() }
  }
  return lazyRouteComponent(() => retryForever(load))
}

/** Turns a 404 into the router's "not found"; rethrows any other error. */
function notFoundOr(error: unknown): never {
  if (isMissing(error)) throw notFound()
  throw error
}

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    scene,
    newScene,
    status,
    newTournament,
    sceneLook,
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
    cabinetCode,
    pickup,
    join,
    player,
    admin.addChildren([basic, adminScreen]),
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

type ReturnSearch = { to?: string; problem?: string }

function returnSearch(search: Record<string, unknown>): ReturnSearch {
  const { to, problem } = search
  return {
    ...(typeof to === 'string' && { to }),
    ...(typeof problem === 'string' && { problem }),
  }
}
