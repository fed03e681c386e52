/** Values of machine states and stops. No schemas here, so the browser may import the values. */

/** planned: time that was never intended for work; it does not count against the machine. */
export const stopKinds = ['planned', 'unplanned'] as const
export type StopKind = (typeof stopKinds)[number]

/** off: nobody works that day; work: all shifts of the pattern run, whatever the day of the week. */
export const dayKinds = ['off', 'work'] as const
export type DayKind = (typeof dayKinds)[number]

/** Why a machine is out of service: overhaul or rebuild; or nothing to produce on it. */
export const outOfServiceKinds = ['maintenance', 'unused'] as const
export type OutOfServiceKind = (typeof outOfServiceKinds)[number]

/** Standstill states that may need a stop reason. */
export const standingStates = ['idle', 'setup', 'fault', 'maintenance'] as const

/** Source of a proposed stop reason. event: the machine itself; alarm: an alarm rule. */
export const proposalSources = ['event', 'alarm'] as const

/** Groupings of figures. */
export const figureGroups = ['machine', 'line', 'workshop', 'shift', 'day', 'month'] as const
export type FigureGroup = (typeof figureGroups)[number]

/**
 * Notes on figures. performance_capped: output exceeded the standard rate by half, so the rate is wrong, and 1.5 is
 * shown; performance_high: output exceeded the standard rate; quality_assumed: some machines do not report good
 * parts, and all their parts count as good; low_coverage: less than 90 % of the planned time is known; corrected: a
 * finished shift was recomputed; old_shifts: computed with shifts that have changed since, and no frames are left to
 * recompute it.
 */
export const figureFlags = [
  'performance_capped',
  'performance_high',
  'quality_assumed',
  'low_coverage',
  'corrected',
  'old_shifts',
] as const
export type FigureFlag = (typeof figureFlags)[number]

/** Why an action on states or the calendar is not allowed: values of `can`, params of `state.refused`. */
export const stateReasons = [
  'permission.denied',
  'interval.no_stop',
  'interval.outside',
  'interval.uncut',
  'out_of_service.overlap',
  'out_of_service.span',
  'reason.group',
  'reason.inactive',
  'proposal.changed',
  'shift.unknown',
  'break.outside',
  'days.order',
] as const
export type StateReason = (typeof stateReasons)[number]
