import { thousands } from '../../../shared/format/numbers.ts'

/** A count at an axis; lines of the grid between whole numbers have none. */
export const whole = (value: number): string => (Number.isInteger(value) ? thousands(value) : '')
