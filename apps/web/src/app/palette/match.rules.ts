export interface Find {
  readonly text: string
  /** Additional text to match: the path. */
  readonly also: string
}

/** Pinyin of a text as typed on a Latin keyboard: full syllables and their initials. */
export type Phonetics = (text: string) => { readonly full: string; readonly initials: string }

/**
 * Whether the typed text matches a choice: part of its text, its path, its pinyin or the pinyin
 * initials.
 */
export function matches({ text, also }: Find, typed: string, phonetics: Phonetics | null): boolean {
  const needle = typed.toLowerCase().replaceAll(' ', '')
  if (needle === '') return true
  const plain = [text, also].map((word) => word.toLowerCase().replaceAll(' ', ''))
  if (plain.some((word) => word.includes(needle))) return true
  if (phonetics === null || !/^[a-z]+$/.test(needle)) return false
  const { full, initials } = phonetics(text)
  return full.includes(needle) || initials.includes(needle)
}
