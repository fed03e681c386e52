import type { QueuedReport } from './queue.rules.ts'

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

/** What a device remembers, whoever uses it: people of the same place report for the same crew and process. */
type OfDevice = Pick<Remembered, 'processId' | 'crewId' | 'machines'>

const deviceFields = ['processId', 'crewId', 'machines'] as const satisfies (keyof OfDevice)[]

/** Whether a change concerns the device, and not the person. */
export const concernsDevice = (change: Partial<Remembered>): boolean =>
  deviceFields.some((field) => field in change)

/** The workshop of the shared terminal, null elsewhere, and the crews as far as they are known. */
interface Place {
  readonly workshopId: string | null
  readonly crews: readonly { readonly id: string; readonly workshopId: string }[]
}

/**
 * The settings of a person on this device. What was stored in another workshop does not count: a terminal may have
 * moved there, or the crew to another one. A device that remembers nothing begins with what the person used last.
 */
export function rememberedOn(person: unknown, device: unknown, { workshopId, crews }: Place): Remembered {
  const own = rememberedIn(person)
  const stored = rememberedIn(device)
  const isFromHere =
    workshopId === null || (device as { workshopId?: unknown } | null)?.workshopId === workshopId
  const here = isFromHere ? stored : nothingRemembered
  const { processId, crewId, machines } = device === null && workshopId === null ? own : here
  const crew = crews.find(({ id }) => id === crewId)
  const isElsewhere = workshopId !== null && crew !== undefined && crew.workshopId !== workshopId
  return { ...own, processId, machines, crewId: isElsewhere ? null : crewId }
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

/** Outcome of all reports of one action: the worst one, shown in large type. */
export type ResultTone = 'sending' | 'waits' | 'good' | 'already' | 'bad'

/** @param all every report of the device: what waits behind one that was sent in vain waits as well */
export function toneOf(reports: readonly QueuedReport[], all: readonly QueuedReport[]): ResultTone {
  if (reports.some(({ state }) => state === 'refused')) return 'bad'
  if (reports.some(({ state }) => state === 'waiting'))
    return all.some(({ state, attempts }) => state === 'waiting' && attempts > 0) ? 'waits' : 'sending'
  const outcomes = reports.flatMap((report) => report.outcomes)
  return outcomes.length > 0 && outcomes.every(({ outcome }) => outcome === 'already') ? 'already' : 'good'
}

interface ResultCounts {
  readonly reported: number
  readonly already: number
  readonly refused: number
  /** Not answered yet. */
  readonly waiting: number
  readonly kg: number
}

/** Pieces by what became of them. */
export function resultCounts(reports: readonly QueuedReport[]): ResultCounts {
  const outcomes = reports.flatMap((report) => report.outcomes)
  const of = (word: 'reported' | 'already' | 'refused') =>
    outcomes.filter(({ outcome }) => outcome === word).length
  const whole = (state: QueuedReport['state']) =>
    reports
      .filter((report) => report.state === state && report.outcomes.length === 0)
      .reduce((sum, { body }) => sum + body.pieces.length, 0)
  return {
    reported: of('reported'),
    already: of('already'),
    refused: of('refused') + whole('refused'),
    waiting: whole('waiting'),
    kg: outcomes.reduce((sum, { kg }) => sum + kg, 0),
  }
}

/** Keys that came fast, one after the other: a scanner that types like a keyboard. */
interface Wedge {
  readonly text: string
  /** ms of the last key. */
  readonly at: number
}

interface Key {
  /** Value of `KeyboardEvent.key`. */
  readonly key: string
  readonly at: number
}

export const noKeys: Wedge = { text: '', at: 0 }

/** People leave more than this between two keys, scanners less. */
const fastMs = 60
const shortest = 4

/**
 * Adds a key to the keys so far. An Enter or Tab after a fast sequence of keys completes a code.
 * @returns the keys, and the code; `code` null until one is complete
 */
export function withKey(
  wedge: Wedge,
  { key, at }: Key,
): { readonly wedge: Wedge; readonly code: string | null } {
  const fast = at - wedge.at <= fastMs
  if (key === 'Enter' || key === 'Tab') {
    const code = fast && wedge.text.trim().length >= shortest ? wedge.text.trim() : null
    return { wedge: noKeys, code }
  }
  // Shift and the like come between the letters of a scanner too.
  if (key.length !== 1) return { wedge: fast ? { ...wedge, at } : noKeys, code: null }
  return { wedge: { text: fast ? wedge.text + key : key, at }, code: null }
}
