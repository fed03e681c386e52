import type { Masking } from './facts.types.ts'

/** Name as shown to visitors. There are always three stars, because the length of a name could identify the person. */
export function masked(name: string, masking: Masking): string {
  if (masking === 'full') return name
  const [first] = new Intl.Segmenter().segment(name.trim())
  return masking === 'hidden' || first === undefined ? '' : `${first.segment}***`
}
