/** Words of what machines did; no schema here, so the browser may import the values. */

/** planned: time that was never meant to be worked; it does not count against the machine. */
export const stopKinds = ['planned', 'unplanned'] as const
export type StopKind = (typeof stopKinds)[number]

/** off: nobody works that day; work: all shifts of the pattern run, whatever the day of the week. */
export const dayKinds = ['off', 'work'] as const
export type DayKind = (typeof dayKinds)[number]

/** Why a machine is out of service: it is overhauled or rebuilt; nothing is to be made on it. */
export const outageKinds = ['maintenance', 'unused'] as const
export type OutageKind = (typeof outageKinds)[number]

/** States in which a machine stands and may be asked why. */
export const standingStates = ['idle', 'setup', 'fault', 'maintenance'] as const

/** Who told what a proposed reason follows from. event: the machine itself; alarm: a rule that watches it. */
export const proposalSources = ['event', 'alarm'] as const

/** What figures are told by. */
export const figureGroups = ['machine', 'line', 'workshop', 'shift', 'day', 'month'] as const
export type FigureGroup = (typeof figureGroups)[number]

/**
 * What is to be known about figures. performance_capped: more was made than the standard rate allows by half, so the rate
 * is wrong, and 1.5 is shown; performance_high: more was made than the standard rate allows; quality_assumed: some of the machines do not tell good output, all of theirs counts as good;
 * low_coverage: less than 90 % of the planned time is known; corrected: a shift that was over has been recomputed;
 * old_shifts: counted by shifts that have been changed since, and no frames are stored any more to count it anew from.
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

/** Why something about states or the calendar may not be done: values of `can`, params of `state.refused`. */
export const stateReasons = [
  'permission.denied',
  'interval.no_stop',
  'interval.outside',
  'interval.uncut',
  'outage.overlap',
  'outage.span',
  'reason.group',
  'reason.inactive',
  'proposal.changed',
  'shift.unknown',
  'break.outside',
  'days.order',
] as const
export type StateReason = (typeof stateReasons)[number]
