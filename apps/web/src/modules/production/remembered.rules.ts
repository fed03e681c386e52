/** Settings that a reporting user makes once and that are remembered. */
export interface Remembered {
  readonly processId: string | null
  readonly crewId: string | null
  readonly worker: string
  /** Hours of a piece; null when none are reported. */
  readonly hours: number | null
  readonly withEarlier: boolean
  readonly sound: boolean
  /** The machine last named for each process, by id; the latest ones at the end. */
  readonly machines: Readonly<Record<string, string>>
}

export const nothingRemembered: Remembered = {
  processId: null,
  crewId: null,
  worker: '',
  hours: null,
  withEarlier: false,
  sound: true,
  machines: {},
}

/** Reads the stored settings; invalid values count as not set. */
export function rememberedIn(stored: unknown): Remembered {
  if (typeof stored !== 'object' || stored === null) return nothingRemembered
  const { processId, crewId, worker, hours, withEarlier, sound, machines } = stored as Readonly<
    Record<string, unknown>
  >
  return {
    processId: idOrNull(processId),
    crewId: idOrNull(crewId),
    worker: typeof worker === 'string' ? worker.slice(0, 60) : '',
    hours: typeof hours === 'number' && hours >= 0 && hours <= 1000 ? hours : null,
    withEarlier: withEarlier === true,
    sound: sound !== false,
    machines: machinesIn(machines),
  }
}

const idOrNull = (value: unknown): string | null =>
  typeof value === 'string' && /^[1-9]\d{0,17}$/.test(value) ? value : null

const maxProcesses = 30

function machinesIn(stored: unknown): Remembered['machines'] {
  if (typeof stored !== 'object' || stored === null) return {}
  const known = Object.entries(stored).filter(
    ([process, machine]) => idOrNull(process) !== null && idOrNull(machine) !== null,
  )
  return Object.fromEntries(known.slice(-maxProcesses) as [string, string][])
}

/** The machine last named for a process; null: none. */
export const machineOf = ({ machines }: Remembered, processId: string | null): string | null =>
  processId === null ? null : (machines[processId] ?? null)

/** With another machine for a process; null: none is named any more. */
export function withMachine(
  { machines }: Remembered,
  processId: string,
  machineId: string | null,
): Remembered['machines'] {
  const { [processId]: _before, ...others } = machines
  return machineId === null ? others : { ...others, [processId]: machineId }
}
