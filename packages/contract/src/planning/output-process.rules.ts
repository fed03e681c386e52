import type { ResultStatus, ProcessKind } from '@cloud-factory/domain/planning/planning-resources'

interface OutputProcess {
  readonly id: string
  readonly position: number
  readonly kind: ProcessKind
  readonly gives: ResultStatus | null
  readonly active: boolean
}

/**
 * The process whose tonnes are the factory's output. Tonnes of different processes are the same steel and are never
 * added up. It is the last of the chosen processes; otherwise the last one with a target; otherwise the one that
 * coats pieces; otherwise the last one at which people work. null: none.
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
