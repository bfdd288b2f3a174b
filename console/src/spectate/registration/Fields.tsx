import { useId } from 'react'
import type { HTMLInputAutoCompleteAttribute, ReactNode } from 'react'
import { registration as words } from '../../core/text/spectate/registration.ts'
import styles from './Register.module.css'

// Plain elements, so that a player who registers on a phone does not load a component library.

type Field = { label: string; hint?: string | undefined; error?: string | undefined }
type TextProps = Field & {
  value: string
  onChange: (value: string) => void
  isRequired?: boolean
  rows?: number
  inputMode?: 'decimal'
  autoComplete?: HTMLInputAutoCompleteAttribute
}

export function TextField(props: TextProps) {
  const { label, hint, error, value, onChange, isRequired, rows } = props
  const { inputMode, autoComplete } = props
  const id = useId()
  const shared = {
    id,
    value,
    'aria-required': isRequired,
    ...describedBy(id, hint, error),
    className: styles.input,
  }
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label} {!isRequired && <Optional />}
      </label>
      <Hint id={id} hint={hint} />
      {rows === undefined ? (
        <input
          {...shared}
          type="text"
          inputMode={inputMode}
          autoComplete={autoComplete}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      ) : (
        <textarea
          {...shared}
          rows={rows}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
      <Problem id={id} error={error} />
    </div>
  )
}

type TickProps = Field & {
  isTicked: boolean
  isRequired?: boolean
  onChange: (isTicked: boolean) => void
}

export function Tick({ label, hint, error, isTicked, isRequired, onChange }: TickProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label className={styles.choice}>
        <input
          type="checkbox"
          checked={isTicked}
          aria-required={isRequired}
          {...describedBy(id, hint, error)}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
        <span>{label}</span>
      </label>
      <Hint id={id} hint={hint} />
      <Problem id={id} error={error} />
    </div>
  )
}

type GroupProps = Field & { isRequired?: boolean; isOne?: boolean; children: ReactNode }

/** Several inputs under one question. */
export function Group({ label, hint, error, isRequired, isOne, children }: GroupProps) {
  const id = useId()
  return (
    <fieldset
      className={styles.group}
      role={isOne ? 'radiogroup' : undefined}
      aria-required={isOne ? isRequired : undefined}
      {...describedBy(id, hint, error)}
    >
      <legend className={styles.label}>
        {label} {isRequired === false && <Optional />}
      </legend>
      <Hint id={id} hint={hint} />
      {children}
      <Problem id={id} error={error} />
    </fieldset>
  )
}

type ChoiceProps = {
  type: 'radio' | 'checkbox'
  name: string
  label: string
  hint?: string | undefined
  isChosen: boolean
  onChange: (isChosen: boolean) => void
}

export function Choice({ type, name, label, hint, isChosen, onChange }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <input
        type={type}
        name={name}
        checked={isChosen}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span>
        {label}
        {hint && <small className={styles.hint}>{hint}</small>}
      </span>
    </label>
  )
}

function Optional() {
  return <span className="hint">{words.optional}</span>
}

function Hint({ id, hint }: { id: string; hint: string | undefined }) {
  if (hint === undefined) return null
  return (
    <span id={`${id}-hint`} className={styles.hint}>
      {hint}
    </span>
  )
}

export function Problem({ id, error }: { id: string; error: string | undefined }) {
  if (error === undefined) return null
  return (
    <span id={`${id}-error`} className={styles.error}>
      {error}
    </span>
  )
}

export function describedBy(id: string, hint: string | undefined, error: string | undefined) {
  const by = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`]
  return {
    'aria-describedby': by.filter(Boolean).join(' ') || undefined,
    'aria-invalid': error !== undefined || undefined,
    'data-wrong': error !== undefined || undefined,
  }
}
