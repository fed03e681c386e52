import { absent, thousands } from '../../shared/format/numbers.ts'

/** Kilograms to the gram, all three digits, so that a column of them lines up: `6,136.640`; without the unit. */
export function gramsShown(kg: number | null | undefined): string {
  if (kg === null || kg === undefined) return absent
  const [whole, fraction] = kg.toFixed(3).split('.')
  return `${thousands(whole ?? '0')}.${fraction ?? '000'}`
}
