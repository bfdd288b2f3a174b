// A player with an account and no role, at the registration page of a tournament.
import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { hashOf } from '#services/web/index.ts'
import type { BrowserApp, Fixture } from './browser-app.ts'

export async function openAsPlayer(
  app: BrowserApp,
  { slug }: Pick<Fixture, 'slug'>,
  name: string,
): Promise<Page> {
  const { store } = app.server
  const [person = 0] = await store.nextIds('person', 1)
  const code = randomBytes(18).toString('base64url')
  await store.db.insertInto('kept.person').values({ id: person, name, isOwner: false }).execute()
  await store.db
    .insertInto('kept.signIn')
    .values({ codeHash: hashOf(code), person })
    .execute()
  const page = await app.open({ device: 'phone' })
  await page.goto(`/api/user/sign-in/${code}?to=/t/hive/${slug}/register`)
  await page.getByRole('heading', { name: 'Register', level: 2 }).waitFor()
  return page
}
