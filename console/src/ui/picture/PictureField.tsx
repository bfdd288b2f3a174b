import { useId, useState } from 'react'
import { pictureWords as words } from '../../core/text/forms.ts'
import { FileButton } from '../form/FileButton.tsx'
import { smallPicture } from './picture.ts'
import styles from './PictureField.module.css'

type Props = {
  label: string
  hint?: string | undefined
  /** a URL, a data URL, or null */
  value: string | null
  error?: string | undefined
  /** also offers an input for a URL */
  hasAddress?: boolean
  isRequired?: boolean
  onChange: (value: string | null) => void
}

/**
 * A picture from a camera or a file, scaled down before it is sent. Uses plain elements, because
 * public pages load it.
 */
export function PictureField(props: Props) {
  const { label, hint, value, error, hasAddress, isRequired, onChange } = props
  const id = useId()
  const [state, setState] = useState<'idle' | 'reading' | 'unreadable'>('idle')
  const problem = state === 'unreadable' ? words.unreadable : error
  const describedBy = [hint && `${id}-hint`, problem && `${id}-error`].filter(Boolean).join(' ')

  async function load(file: File): Promise<void> {
    setState('reading')
    const data = await smallPicture(file)
    setState(data === null ? 'unreadable' : 'idle')
    if (data !== null) onChange(data)
  }

  return (
    <div
      className={styles.field}
      role="group"
      data-wrong={(error !== undefined && !hasAddress) || undefined}
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy || undefined}
    >
      <span id={`${id}-label`} className={styles.label}>
        {label} {isRequired && <span aria-hidden="true">*</span>}
      </span>
      {hint && (
        <span id={`${id}-hint`} className={styles.hint}>
          {hint}
        </span>
      )}
      <div className={styles.row}>
        <Preview key={value} src={value} />
        <span className={styles.choices}>
          <FileButton
            label={value ? words.other : words.choose}
            accept="image/*"
            onChoose={(file) => void load(file)}
          />
          {value && (
            <button type="button" className="secondary" onClick={() => onChange(null)}>
              {words.remove}
            </button>
          )}
        </span>
      </div>
      <span role="status" className={styles.hint}>
        {state === 'reading' && words.reading}
      </span>
      {hasAddress && (
        <>
          <label htmlFor={`${id}-address`} className={styles.hint}>
            {words.address}
          </label>
          <input
            id={`${id}-address`}
            type="url"
            inputMode="url"
            className={styles.input}
            value={value?.startsWith('data:') ? '' : (value ?? '')}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? `${id}-error` : undefined}
            onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
          />
        </>
      )}
      {problem && (
        <span id={`${id}-error`} className="fault">
          {problem}
        </span>
      )}
    </div>
  )
}

function Preview({ src }: { src: string | null }) {
  const [isBroken, setBroken] = useState(false)
  if (!src) return <span className={styles.blank}>{words.none}</span>
  if (isBroken) return <span className={styles.blank}>{words.broken}</span>
  return <img src={src} alt="" className={styles.picture} onError={() => setBroken(true)} />
}
