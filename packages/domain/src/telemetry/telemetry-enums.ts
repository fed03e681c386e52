/**
 * Values of adapters that both sides show and use in rules. No schemas here, so the browser may import the values.
 */

/**
 * Why part of a message was not understood: not JSON; longer than 256 kB; too many values; no record or no value
 * where the adapter looks; a record without its device; an invalid time; a value without a name; not a number;
 * nothing sent; an error that the gateway reports; a name without a translation; a signal that the machine's profile
 * does not have.
 */
export const missReasons = [
  'json',
  'size',
  'count',
  'no_records',
  'no_values',
  'no_device',
  'time',
  'no_name',
  'no_number',
  'empty',
  'reported',
  'unnamed',
] as const
export type MissReason = (typeof missReasons)[number]

/** What happens to names outside the list: they are used as our codes, or dropped. */
export const otherNames = ['same', 'drop'] as const
export type OtherNames = (typeof otherNames)[number]

/** Maximum number of rows of each kind that a trial shows. */
export const trialRows = 200

/**
 * Values of telemetry that both sides show and use in rules. No schemas here, so the browser may import the values.
 */

/**
 * Why a message was not accepted as sent: longer than 256 kB; not JSON; wrong format; nested too deeply; too many
 * signals or frames; a value that is not a finite number; a profile other than the machine's; a signal that the
 * profile does not have; from the future; older than the retention of raw values; an unknown device; published to a
 * topic that it may not use; an unknown topic; rejected by the database; dropped because of overload; a mismatch with
 * the adapter; a violation of a Sparkplug rule.
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

/** Active and heard in the last ten minutes; active and not heard since, or never; not active. */
export const gatewayStates = ['heard', 'silent', 'revoked'] as const
export type GatewayState = (typeof gatewayStates)[number]
/** An active gateway that sends nothing for so long is silent, ms. */
export const gatewaySilenceMs = 10 * 60_000

export const inboxStatuses = ['new', 'ignored', 'adopted'] as const
export type InboxStatus = (typeof inboxStatuses)[number]

/** Events that a gateway reports for a machine: start or end of a job, its own alarm, a stop reason. */
export const machineEventTypes = ['job.start', 'job.end', 'alarm', 'reason'] as const
export type MachineEventType = (typeof machineEventTypes)[number]

/** Data of a trend: raw frames, or totals of a minute or an hour. */
export const trendSpans = ['raw', 'minute', 'hour'] as const
/** Maximum length of a message, bytes. */
export const largestMessage = 256 * 1024
/** Retention of raw values in days; older measurements are not accepted. */
export const rawDays = 14
