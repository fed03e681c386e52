import { markKinds } from '../orders/order-statuses.ts'
import { resource } from '../resource/resource.ts'

const processUnits = ['piece', 'kg', 'm', 'm2'] as const
/** `work` is reported by people; packing, dispatch and receipt are recorded by package and delivery. */
export const processKinds = ['work', 'pack', 'ship', 'receive'] as const
export type ProcessKind = (typeof processKinds)[number]
export const processGates = ['none', 'self', 'inspect', 'hold'] as const
export type ProcessGate = (typeof processGates)[number]
/** The statuses that a piece gets from a process. */
const resultStatuses = ['accepted', 'coated'] as const
export type ResultStatus = (typeof resultStatuses)[number]

/** What the five kinds of records by which production is planned have in common. */
const planned = {
  view: 'order.view',
  edit: 'production.edit',
  queries: 'orders',
  name: 'code',
  unique: 'code',
  sorts: ['code'],
} as const

const names = { type: 'names', max: 60, label: 'field.name' } as const
const active = { type: 'flag', hint: true } as const

export const processes = resource({
  ...planned,
  path: 'processes',
  table: 'processes',
  subject: 'process',
  words: ['planning', 'processes'],
  fields: {
    code: { type: 'code', example: 'Galvanized' },
    names,
    kind: { type: 'choice', values: processKinds, hint: true },
    unit: { type: 'choice', values: processUnits },
    gate: { type: 'choice', values: processGates, hint: true },
    gives: { type: 'choice', values: resultStatuses, optional: true, hasNone: true, hint: true },
    /** Initial share of progress in a new project, in per cent. */
    weight: { type: 'number', max: 100, decimals: 3, initial: 0, hint: true },
    /** Position in lists and columns, from 0. */
    position: { type: 'number', max: 999, initial: 0, hint: true },
    equipmentClass: { type: 'text', max: 40, optional: true },
    active,
  },
  search: ['code', 'names'],
})

export const processRoutes = resource({
  ...planned,
  path: 'routes',
  table: 'routes',
  subject: 'route',
  words: ['planning', 'routes'],
  fields: {
    code: { type: 'code', example: 'WELDED-H' },
    names,
    /** Marks of these kinds get this route by default. */
    kinds: { type: 'choices', values: markKinds, words: 'markKind', hint: true },
    /** Processes in order. */
    processIds: { type: 'ids', max: 40, column: null },
    active,
  },
  search: ['code', 'names'],
})

export const workshops = resource({
  ...planned,
  path: 'workshops',
  table: 'workshops',
  subject: 'workshop',
  words: ['planning', 'workshops'],
  fields: {
    code: { type: 'code', example: 'W1' },
    name: { type: 'text', max: 60, required: true },
    active,
  },
  search: ['code', 'name'],
})

export const crews = resource({
  ...planned,
  path: 'crews',
  table: 'crews',
  subject: 'crew',
  words: ['planning', 'crews'],
  fields: {
    code: { type: 'code', example: 'W1-1' },
    name: { type: 'text', max: 60, required: true },
    workshopId: { type: 'id' },
    active,
  },
  search: ['code', 'name'],
})

export const shifts = resource({
  ...planned,
  path: 'shifts',
  table: 'shifts',
  subject: 'shift',
  words: ['planning', 'shifts'],
  fields: {
    code: { type: 'code', example: 'DAY' },
    names,
    startsAt: { type: 'time' },
    /** Not after the start: on the next day. */
    endsAt: { type: 'time', hint: true },
    active,
  },
  search: ['code', 'names'],
})

/** Preference of a person with the ids of the processes that they look after. */
export const ownProcessesKey = 'work.processes'
/** So many processes can be somebody’s own. */
export const maxOwnProcesses = 30
