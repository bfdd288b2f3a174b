import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router'
import { matchAt, tournamentAt, tournamentBySlug, tournaments } from './api.ts'
import { Failed, Frame, Lost, Waiting } from './screens/Frame.tsx'

const root = createRootRoute({ component: Frame, notFoundComponent: Lost })

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  loader: () => tournaments(),
  component: lazyRouteComponent(() => import('./screens/Home.tsx'), 'Home'),
})

const scene = createRoute({
  getParentRoute: () => root,
  path: '/scene/$sceneName',
  loader: () => tournaments(),
  component: lazyRouteComponent(() => import('./screens/Scene.tsx'), 'Scene'),
})

const tournament = createRoute({
  getParentRoute: () => root,
  path: '/t/$sceneName/$slug',
  loader: ({ params }) => tournamentBySlug(params),
  component: lazyRouteComponent(() => import('./screens/TournamentPage.tsx'), 'TournamentPage'),
})

const match = createRoute({
  getParentRoute: () => root,
  path: '/tournament-match/$id',
  loader: ({ params }) => matchAt(Number(params.id)),
  component: lazyRouteComponent(() => import('./screens/MatchPage.tsx'), 'MatchPage'),
})

const admin = createRoute({
  getParentRoute: () => root,
  path: '/tournament/$id/admin',
  loader: ({ params }) => tournamentAt(Number(params.id)),
  component: lazyRouteComponent(() => import('./screens/admin/Admin.tsx'), 'Admin'),
})

/** The first part after `admin` names the component, the others are handed to it. */
const segment = createRoute({
  getParentRoute: () => admin,
  path: '$',
  component: lazyRouteComponent(() => import('./screens/admin/Segment.tsx'), 'Segment'),
})

const basic = createRoute({
  getParentRoute: () => admin,
  path: '/',
  component: lazyRouteComponent(() => import('./screens/admin/Segment.tsx'), 'Segment'),
})

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    scene,
    tournament,
    match,
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
