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
