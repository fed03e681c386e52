import type { givenStatuses, processKinds } from './processes.ts'

interface OutputProcess {
  readonly id: string
  readonly position: number
  readonly kind: (typeof processKinds)[number]
  readonly gives: (typeof givenStatuses)[number] | null
  readonly active: boolean
}

/**
 * The process whose tonnes are the factory's output, since those of different processes are the same steel and never added
 * up: the last one of those that were chosen; else the last one that has a target; else the one that makes pieces coated;
 * else the last one that people work at. Null: there is none.
 */
export function outputProcess(
  processes: readonly OutputProcess[],
  targeted: readonly string[],
  chosen: readonly string[] = [],
): string | null {
  const inUse = processes
    .filter(({ active }) => active)
    .toSorted((one, other) => one.position - other.position)
  const lastOf = (test: (process: OutputProcess) => boolean) => inUse.findLast(test)?.id ?? null
  return (
    lastOf(({ id }) => chosen.includes(id)) ??
    lastOf(({ id }) => targeted.includes(id)) ??
    lastOf(({ gives }) => gives === 'coated') ??
    lastOf(({ kind }) => kind === 'work')
  )
}
