/** Words of telemetry that both sides show and judge by; no schema here, so the browser may import the values. */

/**
 * Why something that was sent could not be taken as it was: longer than 256 kB; no JSON; not of the form; nested too
 * deep; too many signals or frames; a value that is no finite number; a profile that is not the machine's; a signal the
 * profile does not have; from the future; older than raw values are kept; a device that is no machine; published where
 * it may not be; an unknown topic; the store refused it; dropped because more came than could be written; the adapter
 * does not fit; a Sparkplug rule was broken.
 */
export const faultReasons = [
  'size',
  'json',
  'shape',
  'depth',
  'count',
  'value',
  'profile',
  'signal',
  'future',
  'ancient',
  'unknown_device',
  'denied',
  'topic',
  'store',
  'overflow',
  'adapter',
  'sparkplug',
] as const
export type FaultReason = (typeof faultReasons)[number]

export const inboxStatuses = ['new', 'ignored', 'adopted'] as const
export type InboxStatus = (typeof inboxStatuses)[number]

/** What a machine's gateway reports of it: a job begun or ended, an alarm of its own, a reason of a stop. */
export const machineEventTypes = ['job.start', 'job.end', 'alarm', 'reason'] as const
export type MachineEventType = (typeof machineEventTypes)[number]

/** What a trend is drawn from: frames as they came, or sums of a minute or an hour. */
export const trendSpans = ['raw', 'minute', 'hour'] as const
export type TrendSpan = (typeof trendSpans)[number]

/** The largest message that is read, bytes. */
export const largestMessage = 256 * 1024
/** Raw values are kept for so many days; what was measured earlier is not taken any more. */
export const rawDays = 14
