import type { Message } from '#events/messages/message.ts'

/** A language other than English. It is loaded before the first paint, or not at all. */
export type Language = {
  /** the translation of a part of the catalogue, which may be incomplete */
  partOf: (name: string, english: object) => object | undefined
  /** a message in words; `english` if there is no translation */
  say: (message: Message, english: string) => string
}

export type LanguageFile = { default: Language }

/** The type of a translation: the same structure, with any text of the same parameters. */
export type Translation<T> = T extends string
  ? string
  : T extends (...args: infer A) => infer R
    ? (...args: A) => Translation<R>
    : T extends object
      ? { readonly [K in keyof T]: Translation<T[K]> }
      : T

const parts = new Map<string, object>()
let language: Language | undefined
let loadOfficials: (() => Promise<LanguageFile>) | undefined

/**
 * Defines a part of the catalogue in English and returns it in the language of the page. Modules
 * that are evaluated before the language is loaded are translated later by `setLanguage`, in the same
 * objects.
 */
/* @__NO_SIDE_EFFECTS__ */
export function part<const T extends object>(name: string, english: T): T {
  parts.set(name, english)
  if (language) fill(english, language.partOf(name, english))
  return english
}

/** Sets the language of the page. `loadAll` loads the file that also has the officials' texts. */
export function setLanguage(file: LanguageFile, loadAll?: () => Promise<LanguageFile>): void {
  language = file.default
  loadOfficials = loadAll
  for (const [name, english] of parts) fill(english, language.partOf(name, english))
}

/** Loads the officials' texts too, for a part of a public page that only organisers see. */
export async function completeLanguage(): Promise<void> {
  if (loadOfficials) setLanguage(await loadOfficials())
}

/** A message of the server in the language of the page. `english` is its English text. */
export function said(message: Message | null | undefined, english: string): string {
  return message && language ? language.say(message, english) : english
}

function fill(english: object, translation: object = {}): void {
  for (const [key, value] of Object.entries(translation)) {
    const original: unknown = Reflect.get(english, key)
    if (typeof value === 'object' && original) fill(original, value as object)
    else Reflect.set(english, key, value)
  }
}
