/** The translation of one file of this folder: a text for each of its keys. */
export type Translated<English> = { readonly [Key in keyof English]: string }
