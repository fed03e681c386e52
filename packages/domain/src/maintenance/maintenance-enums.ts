import type { FourEyesReason } from '../identity/permissions.ts'

/**
 * Values of maintenance that both sides show and use in rules. No schemas here, so the browser may import the values.
 */

/** reported → accepted → working → done → verified; a false report is cancelled. */
export const repairStatuses = ['reported', 'accepted', 'working', 'done', 'verified', 'cancelled'] as const
export type RepairStatus = (typeof repairStatuses)[number]
export const openRepairStatuses = [
  'reported',
  'accepted',
  'working',
  'done',
] as const satisfies readonly RepairStatus[]

/** Origin of a repair order. */
export const repairSources = ['hand', 'qr', 'check', 'alarm'] as const
export type RepairSource = (typeof repairSources)[number]

/** Symptoms that can be selected on a phone without typing. */
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

/** Results: repaired, to be watched, given to an external company, beyond repair. */
export const repairResults = ['fixed', 'monitor', 'external', 'scrap'] as const
export type RepairResult = (typeof repairResults)[number]

/** Source of a downtime: the machine's states, or the order's times when no states were recorded. */
export const downtimeSources = ['states', 'order'] as const

export const checkResults = ['ok', 'fault', 'skipped'] as const
export type CheckResult = (typeof checkResults)[number]

/** What a plan counts since it was last done. */
export const planTriggers = ['days', 'hours', 'output'] as const
export type PlanTrigger = (typeof planTriggers)[number]

/**
 * Status of a plan today: overdue, due within its notice period, later, its machine does not report the counted
 * value, switched off.
 */
export const planStates = ['overdue', 'due', 'later', 'untold', 'off'] as const
export type PlanState = (typeof planStates)[number]

/** Stock moves: purchase, use, stock count. */
export const stockMoves = ['in', 'use', 'count'] as const
export type StockMove = (typeof stockMoves)[number]

/** Why an action is not allowed: values of `can` and params of `state.refused`. */
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
