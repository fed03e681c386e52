import { fromMicro, isDecimal, toMicro } from '@cloud-factory/domain/numbers/decimals'

/**
 * A reading as typed, as the server takes it: full-width digits and signs are read like narrow ones, a comma like a point,
 * a lacking zero is set. Null when it is no number; empty when nothing stands there.
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
