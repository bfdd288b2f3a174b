import { centsIn } from '#events/text/cents.ts'
import { dollars } from '../../core/money.ts'
import { registration as words } from '../../core/text/spectate/registration.ts'
import { Choice, Group, TextField } from './Fields.tsx'
import { totalOf } from './form.ts'
import type { Errors, FormOption, PickedOption } from './form.ts'
import styles from './Register.module.css'

type Props = {
  options: readonly FormOption[]
  picked: Record<number, PickedOption>
  errors: Errors
  onPick: (option: number, picked: PickedOption) => void
}
const notPicked: PickedOption = { quantity: 0, price: '' }
const maxQuantity = 20

/** The payment options, and the total of those picked. */
export function Options({ options, picked, errors, onPick }: Props) {
  return (
    <>
      <Group label={words.whatFor} error={errors['options']}>
        {options.map((option) => (
          <Option
            key={option.id}
            option={option}
            picked={picked[option.id] ?? notPicked}
            error={errors[`price${option.id}`]}
            onPick={(picked) => onPick(option.id, picked)}
          />
        ))}
      </Group>
      <p className={styles.total} role="status">
        {words.total(dollars(totalOf(picked, options)))}
      </p>
    </>
  )
}

type OptionProps = {
  option: FormOption
  picked: PickedOption
  error: string | undefined
  onPick: (picked: PickedOption) => void
}

function Option({ option, picked, error, onPick }: OptionProps) {
  const { name, allowCustomPrice, kept } = option
  const counted = kept !== undefined && kept > 1 ? `${kept} × ${name}` : name
  const price = dollars(centsIn(option.price) ?? 0)
  const { quantity } = picked
  const step = (by: 1 | -1) => onPick({ ...picked, quantity: quantity + by })
  return (
    <div className={styles.option}>
      <Choice
        type="checkbox"
        name={`option${option.id}`}
        label={`${counted} · ${price}`}
        hint={kept === undefined ? undefined : words.noLongerOffered}
        isChosen={quantity > 0}
        onChange={(isChosen) => onPick({ ...picked, quantity: isChosen ? (kept ?? 1) : 0 })}
      />
      {quantity > 0 && kept === undefined && (
        <span className={styles.steps} role="group" aria-label={words.quantity(name)}>
          <button
            type="button"
            className={styles.step}
            aria-label={words.fewer(name)}
            onClick={() => step(-1)}
          >
            −
          </button>
          <output className={styles.count} aria-live="polite">
            {quantity}
          </output>
          <button
            type="button"
            className={styles.step}
            aria-label={words.more(name)}
            aria-disabled={quantity >= maxQuantity || undefined}
            onClick={() => quantity < maxQuantity && step(1)}
          >
            +
          </button>
        </span>
      )}
      {quantity > 0 && allowCustomPrice && (
        <TextField
          label={words.ownPrice(name)}
          hint={words.atLeast(price)}
          error={error}
          inputMode="decimal"
          value={picked.price}
          onChange={(price) => onPick({ ...picked, price })}
        />
      )}
    </div>
  )
}
