import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox, Modal, TextInput } from '@mantine/core'
import { useState } from 'react'
import confirm from '../../ui/Confirm.module.css'
import form from '../../ui/Form.module.css'
import { FormButtons } from '../../ui/FormButtons.tsx'
import { ListState } from '../../ui/ListState.tsx'
import { centsIn } from '../../core/money.ts'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { RowButtons } from '../../ui/RowButtons.tsx'
import { toast } from '../../hooks/toast.ts'
import type { ListOf } from '../../query/useList.ts'
import { useSaving } from '../../query/useSaving.ts'
import { text } from '../../core/text/text.ts'
import { configure as words } from './text.ts'
import { optionUrl } from '../../spectate/registration/registration-body.ts'
import type { PaymentOption } from '../../spectate/registration/registration-body.ts'
import styles from './ConfigureRegistration.module.css'

type Props = { tournament: number; kept: ListOf<PaymentOption> }

/** What players can pay for, and how much. */
export function Options({ tournament, kept }: Props) {
  const { problem, save, dismiss } = useSaving()
  const [edited, setEdited] = useState<PaymentOption | null>(null)
  const [added, setAdded] = useState(0)

  async function remove({ id }: PaymentOption): Promise<void> {
    const saved = await save({ method: 'DELETE', path: `${optionUrl}${id}/` })
    if (saved.ok) toast(words.optionRemoved)
    await kept.reload()
  }

  return (
    <section className={form.section}>
      <h2>{words.options}</h2>
      <p className={form.lead}>{words.optionsLead}</p>
      <OptionForm
        key={added}
        tournament={tournament}
        button={words.addOption}
        onSaved={() => {
          toast(words.optionAdded)
          setAdded((n) => n + 1)
          void kept.reload()
        }}
      />
      <ProblemNote problem={problem} title={words.optionGone} onDismiss={dismiss} />
      <ListState kept={kept} empty={words.noOptions}>
        {(rows) => (
          <ul className={styles.options}>
            {rows.map((option) => (
              <li key={option.id}>
                <span className={styles.words}>
                  <strong>{option.name}</strong>
                  <small>
                    ${option.price} {option.allowCustomPrice && words.customShown}
                  </small>
                </span>
                <span className={styles.actions}>
                  <RowButtons
                    name={option.name}
                    words={words}
                    onEdit={() => setEdited(option)}
                    onRemove={() => void remove(option)}
                  />
                </span>
              </li>
            ))}
          </ul>
        )}
      </ListState>
      {edited && (
        <Modal
          opened
          onClose={() => setEdited(null)}
          title={words.optionTitle}
          size="lg"
          centered
          zIndex={400}
          withCloseButton={false}
          classNames={{ title: confirm.title }}
        >
          <OptionForm
            tournament={tournament}
            option={edited}
            button={text.saving.save}
            onSaved={() => {
              toast(words.optionSaved)
              setEdited(null)
              void kept.reload()
            }}
            onCancel={() => setEdited(null)}
          />
        </Modal>
      )}
    </section>
  )
}

type FormProps = {
  tournament: number
  option?: PaymentOption
  button: string
  onSaved: () => void
  onCancel?: () => void
}

function OptionForm({ tournament, option, button, onSaved, onCancel }: FormProps) {
  const { isSaving, problem, save, dismiss } = useSaving()
  const [name, setName] = useState(option?.name ?? '')
  const [price, setPrice] = useState(option?.price ?? '')
  const [allowCustomPrice, setCustom] = useState(option?.allowCustomPrice ?? false)
  const [isTried, setTried] = useState(false)
  const found = optionProblems(name, price)
  const errors = { ...problem?.fields, ...(isTried && found) }

  async function submit(): Promise<void> {
    setTried(true)
    if (isSaving || Object.keys(found).length > 0) return
    const fields = { name: name.trim(), price: price.trim(), allowCustomPrice }
    const saved = option
      ? await save({ method: 'PATCH', path: `${optionUrl}${option.id}/`, body: fields })
      : await save({ method: 'POST', path: optionUrl, body: { tournament, ...fields } })
    if (saved.ok) onSaved()
  }

  return (
    <form
      noValidate
      className={form.form}
      onSubmit={(event) => (event.preventDefault(), void submit())}
    >
      <div className={form.row}>
        <TextInput
          className={form.grow}
          label={words.optionName}
          required
          maxLength={100}
          value={name}
          error={errors['name']}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <TextInput
          className={styles.price}
          label={words.price}
          required
          inputMode="decimal"
          leftSection="$"
          maxLength={12}
          value={price}
          error={errors['price']}
          onChange={({ currentTarget }) => setPrice(currentTarget.value)}
        />
      </div>
      <Checkbox
        size="md"
        className={form.choice}
        label={words.custom}
        checked={allowCustomPrice}
        onChange={({ currentTarget }) => setCustom(currentTarget.checked)}
      />
      <ProblemNote
        problem={problem}
        title={words.optionFailed}
        beside={['name', 'price']}
        onDismiss={dismiss}
      />
      <FormButtons button={button} isSaving={isSaving} onCancel={onCancel} />
    </form>
  )
}

/** Where both are blank the sentence for both stands beside the name. */
function optionProblems(name: string, price: string): { name?: string; price?: string } {
  const isNameless = name.trim() === ''
  const isBlank = price.trim() === ''
  if (isNameless && isBlank) return { name: words.optionBlank, price: ' ' }
  const isPriced = (centsIn(price) ?? 0) > 0
  return {
    ...(isNameless && { name: words.optionNameless }),
    ...(!isPriced && { price: words.optionPriceless }),
  }
}
