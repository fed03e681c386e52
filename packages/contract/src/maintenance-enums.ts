import type { FourEyesReason } from './four-eyes.ts'

/** Words of maintenance that both sides show and judge by; no schema here, so the browser may import the values. */

/** reported → accepted → working → done → verified; a report that is none is cancelled. */
export const repairStatuses = ['reported', 'accepted', 'working', 'done', 'verified', 'cancelled'] as const
export type RepairStatus = (typeof repairStatuses)[number]
export const openRepairStatuses = [
  'reported',
  'accepted',
  'working',
  'done',
] as const satisfies readonly RepairStatus[]

/** How a repair order came up. */
export const repairSources = ['hand', 'qr', 'check', 'alarm'] as const
export type RepairSource = (typeof repairSources)[number]

/** What is seen, as it is tapped on a phone without typing. */
export const symptoms = [
  'no_start',
  'stops',
  'noise',
  'vibration',
  'leak',
  'overheat',
  'electrical',
  'quality',
  'safety',
  'other',
] as const
export type Symptom = (typeof symptoms)[number]

export const repairCauses = [
  'wear',
  'operation',
  'electrical',
  'hydraulic',
  'control',
  'material',
  'other',
] as const
export type RepairCause = (typeof repairCauses)[number]

/** What came of it: mended, to be watched, given to somebody outside, beyond repair. */
export const repairResults = ['fixed', 'monitor', 'external', 'scrap'] as const
export type RepairResult = (typeof repairResults)[number]

/** Where a downtime is from: the machine's own states, or the order's times where nothing was recorded. */
export const downtimeSources = ['states', 'order'] as const

export const checkResults = ['ok', 'fault', 'skipped'] as const
export type CheckResult = (typeof checkResults)[number]

/** What a plan counts since it was done last. */
export const planTriggers = ['days', 'hours', 'output'] as const
export type PlanTrigger = (typeof planTriggers)[number]

/** How a plan stands today: past its day, within its notice, later, its machine does not tell what is counted, switched off. */
export const planStates = ['overdue', 'due', 'later', 'untold', 'off'] as const
export type PlanState = (typeof planStates)[number]

/** What moves a stock: bought in, used, counted. */
export const stockMoves = ['in', 'use', 'count'] as const
export type StockMove = (typeof stockMoves)[number]

/** Why something may not be done: values of `can` and params of `state.refused`. */
export const maintenanceReasons = [
  'permission.denied',
  'machine.retired',
  'repair.wrong_state',
  'alarm.has_repair',
  'part.short',
  'part.inactive',
  'plan.off',
  'check.items',
] as const
export type MaintenanceReason = (typeof maintenanceReasons)[number] | FourEyesReason
