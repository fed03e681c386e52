/** Words of adapters that both sides show and judge by; no schema here, so the browser may import the values. */

/**
 * Why something of a message was not understood: no JSON; longer than 256 kB; too much in it; no record or no value where
 * the adapter looks; a record without its device; a time that is none; a value without a name; no number; nothing sent;
 * an error that the gateway reports; a name that is not translated; a signal that the machine's profile does not have.
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

/** What becomes of names that are not in the list: they are our codes already, or they are left out. */
export const otherNames = ['same', 'drop'] as const
export type OtherNames = (typeof otherNames)[number]

/** Most rows that a trial shows of each kind. */
export const trialRows = 200
