import { statements } from './statements.ts'

/**
 * The key that identifies this server to push services, and an index of a device's subscriptions.
 */
export const up = statements(`
create table kept.vapid_key (
  one boolean primary key default true check (one),
  public_key text not null,
  sealed text not null
);
create unique index subscription_device on kept.subscription (tournament, (options->>'device'))
  where channel = 'push' and ended_at is null
`)
