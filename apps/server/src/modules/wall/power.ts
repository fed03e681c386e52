import { valueOf } from './readings.ts'
import type { MachineNow } from './wall.types.ts'

interface Measured {
  readonly value: number
  /** It measures what others take. */
  readonly isMeter: boolean
}

/**
 * What all take together: what meters say, or the machines themselves, whichever is more. A meter of the whole factory measures
 * more than its machines tell, one of a part of it less; added up, much would count twice. Null: nobody tells.
 */
export function together(measured: readonly Measured[]): number | null {
  if (measured.length === 0) return null
  const sum = (of: readonly Measured[]) => of.reduce((all, { value }) => all + value, 0)
  return Math.max(
    sum(measured.filter(({ isMeter }) => isMeter)),
    sum(measured.filter(({ isMeter }) => !isMeter)),
  )
}

/** kW now; null: nobody tells. */
export const powerOf = (machines: readonly MachineNow[]): number | null =>
  together(
    machines.flatMap((one) => {
      const value = valueOf(one, 'power')
      return value === null ? [] : [{ value, isMeter: one.machine.class === 'meter' }]
    }),
  )
