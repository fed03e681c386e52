/** Words of alarms that both sides show and judge by; no schema here, so the browser may import the values. */

/** ISA-18.2: active and not acknowledged, active and acknowledged, gone but not acknowledged, over. */
export const alarmStates = ['unack', 'acked', 'rtn_unack', 'normal'] as const
export type AlarmState = (typeof alarmStates)[number]

/** From the least to the worst. */
export const severities = ['info', 'warning', 'critical'] as const
export type Severity = (typeof severities)[number]

/** machine: the machine says itself what is wrong with it. */
export const ruleKinds = ['above', 'below', 'state', 'offline', 'machine'] as const
export type RuleKind = (typeof ruleKinds)[number]

export const alarmEventKinds = [
  'raised',
  'again',
  'severity',
  'acked',
  'returned',
  'closed',
  'shelved',
  'unshelved',
  'suppressed',
  'unsuppressed',
  'chattering',
  'calm',
  'escalated',
] as const
export type AlarmEventKind = (typeof alarmEventKinds)[number]

/**
 * What the list shows: those that need somebody, also when they are gone and nobody has acknowledged them; of them those whose
 * condition holds now; those put aside or silenced; all that are not over; what is over.
 */
export const alarmViews = ['active', 'current', 'shelved', 'open', 'over'] as const
export type AlarmView = (typeof alarmViews)[number]

/** How a machine may call one of its signals. */
export const signalCode = /^[A-Za-z0-9_./-]{1,64}$/

/** The longest time, minutes, for which an alarm can be put aside. */
export const longestShelfMinutes = 480

/** Why something about alarms may not be done: values of `can`, params of `state.refused`. */
export const alarmReasons = [
  'permission.denied',
  'alarm.over',
  'alarm.acked',
  'alarm.shelved',
  'alarm.not_shelved',
  'alarm.has_repair',
  'alarm.limits',
  'alarm.scope',
] as const
export type AlarmReason = (typeof alarmReasons)[number]
