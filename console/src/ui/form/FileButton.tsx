import { useRef } from 'react'

type Props = {
  label: string
  /** file types, as in the `accept` attribute of an input */
  accept: string
  isOff?: boolean
  onChoose: (file: File) => void
}

/**
 * Chooses a file. Choosing the same file again calls `onChoose` again. Uses plain elements, because
 * public pages load it.
 */
export function FileButton({ label, accept, isOff, onChoose }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        className="secondary"
        disabled={isOff}
        onClick={() => input.current?.click()}
      >
        {label}
      </button>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          currentTarget.value = ''
          if (file) onChoose(file)
        }}
      />
    </>
  )
}
