import { fromMicro, isDecimal, toMicro } from '@cloud-factory/domain/numbers/decimals'

/**
 * A typed reading in the server's format: full-width digits and signs become half-width, a comma
 * becomes a point, a missing leading zero is added. Null: not a number; empty: no text.
 */
export function typedDecimal(text: string): string | null {
  const narrow = text
    .normalize('NFKC')
    .replaceAll(/\s/g, '')
    .replaceAll(/[,，。、]/g, '.')
  const signed = narrow.replace(/^[−–—‒﹣-]/, '-').replace(/^\+/, '')
  if (signed === '') return ''
  if (!/^-?\d{0,12}(\.\d{0,6})?$/.test(signed) || !/\d/.test(signed)) return null
  const whole = signed.replace(/^(-?)\./, '$10.').replace(/\.$/, '')
  const plain = fromMicro(toMicro(whole))
  return isDecimal(plain) ? plain : null
}

export const sameDecimal = (a: string | null, b: string | null): boolean =>
  a === null || b === null ? a === b : toMicro(a) === toMicro(b)
