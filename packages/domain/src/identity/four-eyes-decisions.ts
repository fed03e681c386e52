/**
 * Decisions that judge another person's work. The person who did the work cannot take them, unless the factory's
 * policy lets one person do both.
 */
export const fourEyesDecisions = [
  'inspection_judge',
  'coat_judge',
  'ncr_approve',
  'ncr_verify',
  'certificate_accept',
  'lot_release',
  'repair_verify',
] as const
export type FourEyesDecision = (typeof fourEyesDecisions)[number]

/** Why such a decision is rejected: the person did the work. */
export type FourEyesReason = `four_eyes.${FourEyesDecision}`
