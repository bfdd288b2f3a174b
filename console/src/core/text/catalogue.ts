/** Another language than the English of the modules: it comes before the first paint, or not at all. */
export type Language = {
  /** what it says in place of an English part, as much as it has of it */
  partOf: (name: string, english: object) => object | undefined
  /** what the server said in English; refusals by their code */
  said: (words: string, code?: string) => string
}

/** Any text with the same parameters, in the same place. */
export type Translation<T> = T extends string
  ? string
  : T extends (...args: infer A) => infer R
    ? (...args: A) => Translation<R>
    : T extends object
      ? { readonly [K in keyof T]: Translation<T[K]> }
      : T

const parts = new Map<string, object>()
let language: Language | undefined

/**
 * A part of the catalogue, in the language of the page. What the bundler evaluates before the
 * language is there is filled by `speak`, so that objects taken from it stay good.
 */
/* @__NO_SIDE_EFFECTS__ */
export function part<const T extends object>(name: string, english: T): T {
  parts.set(name, english)
  if (language) fill(english, language.partOf(name, english))
  return english
}

export function speak(spoken: Language): void {
  language = spoken
  for (const [name, english] of parts) fill(english, spoken.partOf(name, english))
}

/** What the server computes in English: names of rounds, steps, why something was refused. */
export function said(words: string, code?: string): string {
  return language?.said(words, code) ?? words
}

function fill(english: object, own: object = {}): void {
  for (const [key, value] of Object.entries(own)) {
    const was: unknown = Reflect.get(english, key)
    if (typeof value === 'object' && was) fill(was, value as object)
    else Reflect.set(english, key, value)
  }
}
