import { withBrandingStyle } from '#events/branding/accents.ts'
import type { Store } from '../store/index.ts'
import type { Settings } from '../api/schema/http/bodies.ts'

/** Tournaments with their `view` row, their settings in `kept` and their scene. */
export function tournaments({ db }: Pick<Store, 'db'>) {
  return db
    .selectFrom('view.tournament')
    .innerJoin('kept.scene', 'kept.scene.id', 'view.tournament.scene')
    .leftJoin('kept.tournament', 'kept.tournament.id', 'view.tournament.id')
    .leftJoin('kept.paymentAccount', (join) =>
      join
        .onRef('kept.paymentAccount.id', '=', 'kept.tournament.paymentAccount')
        .onRef('kept.paymentAccount.scene', '=', 'view.tournament.scene'),
    )
    .leftJoin('view.tournamentVersion', 'view.tournamentVersion.tournament', 'view.tournament.id')
    .selectAll('view.tournament')
    .select([
      'kept.scene.name as sceneSlug',
      'kept.scene.displayName as sceneName',
      'kept.scene.logo',
      'kept.scene.accentColor',
      'kept.scene.secondColor',
      'kept.scene.practiceOf',
      'kept.tournament.description',
      'kept.tournament.allowRegistration',
      'kept.tournament.registrationCloseDate',
      'kept.tournament.registrationBanner',
      'kept.tournament.registrationMessage',
      'kept.tournament.tidbitPrompt',
      'kept.tournament.acceptPayments',
      'kept.tournament.paymentMessage',
      'kept.tournament.requirePlayerPhoto',
      'kept.tournament.places',
      'kept.tournament.offerHours',
      'kept.paymentAccount.detailsSubmitted',
      'kept.paymentAccount.chargesEnabled',
      'view.tournamentVersion.version',
    ])
}

const unset: Settings = {
  description: '',
  allowRegistration: false,
  registrationCloseDate: null,
  registrationBanner: null,
  registrationMessage: '',
  tidbitPrompt: 'Interesting tidbit about yourself',
  acceptPayments: false,
  paymentMessage: '',
  requirePlayerPhoto: false,
  places: null,
  offerHours: 24,
}

type Row = Awaited<ReturnType<ReturnType<typeof tournaments>['execute']>>[number]

export function tournamentBody(row: Row) {
  const { sceneSlug, sceneName, practiceOf, logo, accentColor, secondColor, ...of } = row
  const { version, scene, detailsSubmitted, chargesEnabled, ...rest } = of
  // Stripe may disable the account; payments are off then, even if they are switched on (R-PM-2).
  const stripeConfigured = detailsSubmitted === true && chargesEnabled === true
  const set = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null))
  const settings = { ...unset, ...(set as Partial<Settings>) }
  return {
    ...rest,
    ...settings,
    acceptPayments: settings.acceptPayments && settings.allowRegistration && stripeConfigured,
    scene: {
      id: scene,
      name: sceneSlug,
      displayName: sceneName,
      practiceOf,
      ...withBrandingStyle({ logo, accentColor, secondColor }),
    },
    sceneName: sceneSlug,
    stripeConfigured,
    version: version ?? 0,
  }
}
