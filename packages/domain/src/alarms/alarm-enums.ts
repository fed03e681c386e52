/** Values of alarms that both sides show and use in rules. No schemas here, so the browser may import the values. */

/** ISA-18.2: active and unacknowledged, active and acknowledged, returned to normal but unacknowledged, normal. */
export const alarmStates = ['unack', 'acked', 'rtn_unack', 'normal'] as const
export type AlarmState = (typeof alarmStates)[number]

/** From mildest to most severe. */
export const severities = ['info', 'warning', 'critical'] as const
export type Severity = (typeof severities)[number]

/** machine: the machine itself reports the alarm. */
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
 * Filters of the list: alarms that need somebody, including unacknowledged ones that have returned to normal; of
 * these, those whose condition holds now, and those that have returned; shelved or silenced ones; all that are not over; those that are over.
 */
export const alarmViews = ['active', 'current', 'returned', 'shelved', 'open', 'over'] as const
export type AlarmView = (typeof alarmViews)[number]

/** Valid names of a machine's signals. */
export const signalCode = /^[A-Za-z0-9_./-]{1,64}$/

/** Longest time to shelve an alarm, minutes. */
export const longestShelfMinutes = 480

/** Why an alarm action is not allowed: values of `can`, params of `state.refused`. */
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
