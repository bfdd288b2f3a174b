import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import { EditForm } from '../../ui/form/EditForm.tsx'
import { FieldRow } from '../../ui/form/FieldRow.tsx'
import forms from '../../ui/Form.module.css'
import { ListRows } from '../../ui/ListState.tsx'
import { centsIn } from '#events/text/cents.ts'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { RowButtons } from '../../ui/row/RowButtons.tsx'
import { RowLine } from '../../ui/row/RowLine.tsx'
import { toast } from '../../hooks/toast.ts'
import { pickChanged } from '../../hooks/form/edited-fields.ts'
import type { ListOf } from '../../query/useList.ts'
import { useSavedForm } from '../../query/useSavedForm.ts'
import { useSaving } from '../../query/useSaving.ts'
import { savingText } from '../../core/text/forms.ts'
import { configure as words } from '../../core/text/organize/registration.ts'
import type { PaymentOption } from '../../spectate/registration/registration-body.ts'
import { rest } from '../../core/rest.ts'
import { Section } from '../../ui/page/Section.tsx'

type Props = { tournament: number; list: ListOf<PaymentOption> }

/** The payment options and their prices. */
export function Options({ tournament, list }: Props) {
  const { problem, save, dismiss } = useSaving()
  const [edited, setEdited] = useState<PaymentOption | null>(null)
  const [added, setAdded] = useState(0)

  async function remove({ id }: PaymentOption): Promise<void> {
    const saved = await save(rest.delete('/api/tournament/payment-option/:id/', { id }))
    if (saved.ok) toast(words.optionRemoved)
    await list.reload()
  }

  return (
    <Section title={words.options} lead={words.optionsLead}>
      <OptionForm
        key={added}
        tournament={tournament}
        button={words.addOption}
        onSaved={() => {
          toast(words.optionAdded)
          setAdded((n) => n + 1)
          void list.reload()
        }}
      />
      <ProblemNote problem={problem} title={words.optionGone} onDismiss={dismiss} />
      <ListRows list={list} empty={words.noOptions}>
        {(option) => (
          <li key={option.id}>
            <RowLine
              name={option.name}
              detail={`$${option.price} ${option.allowCustomPrice ? words.customShown : ''}`}
            >
              <RowButtons
                name={option.name}
                words={words}
                onEdit={() => setEdited(option)}
                onRemove={() => void remove(option)}
              />
            </RowLine>
          </li>
        )}
      </ListRows>
      {edited && (
        <Dialog title={words.optionTitle} size="lg" onClose={() => setEdited(null)}>
          <OptionForm
            tournament={tournament}
            option={edited}
            button={savingText.save}
            onSaved={() => {
              toast(words.optionSaved)
              setEdited(null)
              void list.reload()
            }}
            onCancel={() => setEdited(null)}
          />
        </Dialog>
      )}
    </Section>
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
  const { name = '', price = '', allowCustomPrice = false } = option ?? {}
  const server = { name, price, allowCustomPrice }
  const form = useSavedForm({ server, check: optionProblems })

  async function submit(changes: object, { name, price, allowCustomPrice }: typeof server) {
    const body = { name: name.trim(), price: price.trim(), allowCustomPrice }
    const path = '/api/tournament/payment-option/:id/'
    const write = option
      ? rest.patch(path, { id: option.id }, pickChanged(body, changes))
      : rest.post('/api/tournament/payment-option/', {}, { tournament, ...body })
    await form.save<unknown>(write, onSaved)
  }

  return (
    <EditForm
      form={form}
      onSave={submit}
      failed={words.optionFailed}
      button={button}
      onCancel={onCancel}
    >
      <FieldRow>
        <TextInput label={words.optionName} required {...form.field('name')} />
        <TextInput
          label={words.price}
          required
          inputMode="decimal"
          leftSection="$"
          {...form.field('price')}
        />
      </FieldRow>
      <Checkbox className={forms.choice} label={words.custom} {...form.tick('allowCustomPrice')} />
    </EditForm>
  )
}

/** If both fields are blank, one message beside the name covers both. */
function optionProblems({ name, price }: { name: string; price: string }): Record<string, string> {
  const isNameless = name.trim() === ''
  const isBlank = price.trim() === ''
  if (isNameless && isBlank) return { name: words.optionBlank, price: ' ' }
  const isPriced = (centsIn(price) ?? 0) > 0
  return {
    ...(isNameless && { name: words.optionNameless }),
    ...(!isPriced && { price: words.optionPriceless }),
  }
}
