import type { MachineRow } from '@cloud-factory/contract/machines/machines'

/** A machine as its form holds it. */
export type MachineValues = {
  readonly code: string
  readonly name: string
  readonly profileId: string | null
  readonly line: string
  readonly workshopId: string | null
  readonly processId: string | null
  readonly criticality: MachineRow['criticality']
  readonly commissionedOn: string | null
  readonly model: string
  readonly maker: string
  readonly serialNo: string
  readonly ratedKw: number | null
  readonly standardRate: number | null
  readonly rateUnit: string
  readonly xM: number | null
  readonly yM: number | null
  readonly widthM: number | null
  readonly depthM: number | null
  readonly note: string
}

const newMachine: MachineValues = {
  code: '',
  name: '',
  profileId: null,
  line: '',
  workshopId: null,
  processId: null,
  criticality: 'B',
  commissionedOn: null,
  model: '',
  maker: '',
  serialNo: '',
  ratedKw: null,
  standardRate: null,
  rateUnit: '',
  xM: null,
  yM: null,
  widthM: null,
  depthM: null,
  note: '',
}

export function valuesOf(row: MachineRow | null): MachineValues {
  if (row === null) return newMachine
  const names = Object.keys(newMachine) as (keyof MachineValues)[]
  return Object.fromEntries(names.map((name) => [name, row[name]])) as unknown as MachineValues
}

/** Request body: trimmed texts, empty fields as null. */
export const inputOf = (values: MachineValues) => ({
  ...values,
  code: values.code.trim(),
  line: values.line.trim(),
  name: values.name.trim(),
  profileId: values.profileId ?? '',
  workshopId: values.workshopId ?? null,
  processId: values.processId ?? null,
  commissionedOn: values.commissionedOn ?? null,
  ratedKw: values.ratedKw ?? null,
  standardRate: values.standardRate ?? null,
  xM: values.xM ?? null,
  yM: values.yM ?? null,
  widthM: values.widthM ?? null,
  depthM: values.depthM ?? null,
})
