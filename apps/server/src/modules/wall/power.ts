import { valueOf } from './readings.ts'
import type { MachineNow } from './wall.types.ts'

interface Measured {
  readonly value: number
  /** This machine measures the consumption of others. */
  readonly isMeter: boolean
}

/**
 * Total power: the sum of the meters or the sum of the machines, whichever is larger. A meter of the whole plant measures more than its machines
 * report, one of a part less. Adding both would count much of it twice. Null: no value.
 */
export function together(measured: readonly Measured[]): number | null {
  if (measured.length === 0) return null
  const sum = (of: readonly Measured[]) => of.reduce((all, { value }) => all + value, 0)
  return Math.max(
    sum(measured.filter(({ isMeter }) => isMeter)),
    sum(measured.filter(({ isMeter }) => !isMeter)),
  )
}

/** kW now; null: no value. */
export const powerOf = (machines: readonly MachineNow[]): number | null =>
  together(
    machines.flatMap((one) => {
      const value = valueOf(one, 'power')
      return value === null ? [] : [{ value, isMeter: one.machine.class === 'meter' }]
    }),
  )
