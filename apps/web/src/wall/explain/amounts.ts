import type { InputUnit } from '@cloud-factory/contract/wall-enums'
import { figure, percent, spanOf } from '../figures.ts'

const digits: Readonly<Partial<Record<InputUnit, number>>> = {
  h: 2,
  d: 1,
  V: 1,
  '%': 1,
  '°C': 1,
  K: 1,
  kW: 1,
  kWh: 1,
}

/** An amount with its unit as it is written; seconds as a span, shares as per cent. */
export function amountIn(value: number | null, unit: InputUnit, written: string): string {
  if (unit === 'share') return percent(value, 1)
  if (unit === 's') return spanOf(value)
  const text = figure(value, digits[unit] ?? 0)
  return value === null || written === '' ? text : `${text} ${written}`
}
