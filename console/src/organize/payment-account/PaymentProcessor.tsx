import '@mantine/core/styles/Input.layer.css'
import { Button, Group, NativeSelect } from '@mantine/core'
import { useLoaderData } from '@tanstack/react-router'
import { useState } from 'react'
import { EditForm } from '../../ui/form/EditForm.tsx'
import forms from '../../ui/Form.module.css'
import { Icon } from '../../ui/Icon.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { toast } from '../../hooks/toast.ts'
import { useList } from '../../query/useList.ts'
import { useResource } from '../../query/useResource.ts'
import { useSavedForm } from '../../query/useSavedForm.ts'
import { useSaving } from '../../query/useSaving.ts'
import { payment as words } from '../../core/text/organize/registration.ts'
import { AdminLinkButton } from '../../ui/AdminLink.tsx'
import { Waiting } from '../../ui/Layout.tsx'
import { Ledger } from './Ledger.tsx'
import styles from './PaymentProcessor.module.css'
import { isMissing, rest, rowsPerPage, reasonOf } from '../../core/rest.ts'
import type { Answer } from '../../core/rest.ts'
import { Empty } from '../../ui/Empty.tsx'
import { Section } from '../../ui/page/Section.tsx'

type Account = Answer<'/api/tournament/tournament/:id/payment-account/'>

/** The scene's Stripe account, its state, and the ledger of payments. */
export default function PaymentProcessor() {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const { account, isLoaded, failure, reload } = useAccount(tournament.id)
  return (
    <Page title={words.title} lead={words.lead}>
      <Section title={words.account}>
        {failure !== null && <p role="alert">{failure}</p>}
        {!isLoaded && failure === null && <Waiting />}
        {isLoaded && <AccountState account={account} />}
        <Connect tournament={tournament.id} account={account} onRefresh={() => void reload()} />
      </Section>
      <OtherAccounts tournament={tournament} account={account} onChanged={() => void reload()} />
      <Ledger tournament={tournament.id} />
    </Page>
  )
}

function AccountState({ account }: { account: Account | null }) {
  if (!account) return <Empty>{words.none}</Empty>
  const { stripeConfigured, stripeAccountId, createdTimestamp, reason } = account
  return (
    <div role="status">
      <p className={styles.state} data-ready={stripeConfigured || undefined}>
        <Icon name={stripeConfigured ? 'check' : 'warning'} />
        <strong>{stripeConfigured ? words.ready : words.notReady}</strong>
      </p>
      {reason !== null && <p>{reason}</p>}
      <dl className={forms.facts}>
        <dt>{words.id}</dt>
        <dd>{stripeAccountId}</dd>
        <dt>{words.since(createdTimestamp.slice(0, 10))}</dt>
        <dd>
          {words.details[`${account.detailsSubmitted}`]}.{' '}
          {words.charges[`${account.chargesEnabled}`]}.
        </dd>
      </dl>
      {stripeConfigured && (
        <>
          <p>{words.nextStep}</p>
          <AdminLinkButton to="configure-registration" variant="default" size="md">
            {words.toRegistration}
          </AdminLinkButton>
        </>
      )}
    </div>
  )
}

type ConnectProps = { tournament: number; account: Account | null; onRefresh: () => void }

/** A link to Stripe works once and expires in minutes, so it is requested on demand (R-PM-1). */
function Connect({ tournament, account, onRefresh }: ConnectProps) {
  const { isSaving, problem, save, dismiss } = useSaving()
  const [isLeaving, setLeaving] = useState(false)

  const path = '/api/tournament/tournament/:id/stripe/'
  const connect = () =>
    save(rest.put(path, { id: tournament }), ({ url }) => (setLeaving(true), location.assign(url)))

  const isReady = account?.stripeConfigured ?? false
  return (
    <>
      <ProblemNote problem={problem} title={words.connectFailed} onDismiss={dismiss} />
      <Group gap="sm">
        <Button
          size="md"
          variant={isReady ? 'default' : undefined}
          loading={isSaving || isLeaving}
          onClick={() => void connect()}
        >
          {account ? (isReady ? words.again : words.goOn) : words.connect}
        </Button>
        {account && (
          <Button variant="default" size="md" onClick={onRefresh}>
            {words.refresh}
          </Button>
        )}
        <span role="status">{isLeaving && words.leaving}</span>
      </Group>
    </>
  )
}

type OtherAccountsProps = {
  tournament: { id: number; scene: { id: number } }
  account: Account | null
  onChanged: () => void
}

/** The scene's other accounts. One from an earlier tournament can be reused. */
function OtherAccounts({ tournament, account, onChanged }: OtherAccountsProps) {
  const { scene, id } = tournament
  const list = useList(
    rest.get('/api/tournament/payment-account/', { scene: scene.id, rowsPerPage }),
  )
  const others = (list.rows ?? []).filter(({ id }) => id !== account?.id)
  const server = { paymentAccountId: `${others[0]?.id ?? ''}` }
  const form = useSavedForm({ server })

  async function update(): Promise<void> {
    const body = { paymentAccountId: Number(form.values.paymentAccountId) }
    const saved = await form.save(
      rest.put('/api/tournament/tournament/:id/update-stripe/', { id }, body),
    )
    if (!saved.ok) return
    toast(words.updated)
    form.reset()
    onChanged()
    await list.reload()
  }

  if (others.length === 0) return null
  return (
    <Section title={words.other} lead={words.otherLead}>
      <EditForm form={form} onSave={update} failed={words.updateFailed} button={words.update}>
        <NativeSelect
          label={words.choose}
          data={others.map((other) => ({
            value: String(other.id),
            label: `${other.stripeAccountId} (${other.stripeConfigured ? words.ready1 : words.notReady1})`,
          }))}
          {...form.field('paymentAccountId')}
        />
      </EditForm>
    </Section>
  )
}

/** The current state from Stripe, so that users who return from there see it (R-PM-2). */
function useAccount(tournament: number) {
  const path = '/api/tournament/tournament/:id/payment-account/'
  const { answer, error, reload } = useResource(rest.get(path, { id: tournament }))
  const isNone = isMissing(error)
  return {
    account: isNone ? null : answer,
    isLoaded: isNone || answer !== null,
    failure: error === null || isNone ? null : reasonOf(error),
    reload,
  }
}
