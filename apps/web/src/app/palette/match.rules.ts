export interface Find {
  readonly text: string
  /** Other words to find it by: its path. */
  readonly also: string
}

/** Reading of a text as typed on a Latin keyboard: whole syllables, and their initials. */
export type Phonetics = (text: string) => { readonly full: string; readonly initials: string }

/** Whether a choice is meant by what was typed: part of its text, its path, its pinyin or their initials. */
export function matches({ text, also }: Find, typed: string, phonetics: Phonetics | null): boolean {
  const wanted = typed.toLowerCase().replaceAll(' ', '')
  if (wanted === '') return true
  const plain = [text, also].map((word) => word.toLowerCase().replaceAll(' ', ''))
  if (plain.some((word) => word.includes(wanted))) return true
  if (phonetics === null || !/^[a-z]+$/.test(wanted)) return false
  const { full, initials } = phonetics(text)
  return full.includes(wanted) || initials.includes(wanted)
}
