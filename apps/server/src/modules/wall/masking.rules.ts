import type { Masking } from './facts.types.ts'

/** What visitors may read of a name. The stars are always three: a name's length would say whose it is. */
export function masked(name: string, masking: Masking): string {
  if (masking === 'full') return name
  const [first] = new Intl.Segmenter().segment(name.trim())
  return masking === 'hidden' || first === undefined ? '' : `${first.segment}***`
}
