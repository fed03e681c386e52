/** Values of trial assemblies that both sides show and use in rules. No schemas here, so the browser may import them. */
export const trialStatuses = ['open', 'released', 'cancelled'] as const
export type TrialStatus = (typeof trialStatuses)[number]

/** Where trial assembly is required: nowhere, one piece for each mark, or every piece. */
export const trialScopes = ['none', 'mark', 'piece'] as const
export type TrialScope = (typeof trialScopes)[number]

export const maxTrialPieces = 200
export const maxTrialMeasurements = 100
export const maxTrialPhotoBytes = 20 * 1024 * 1024

/** Permitted deviations from a nominal value; null: that side has no limit. */
export interface TrialLimits {
  readonly nominal: number
  readonly lowerTol: number | null
  readonly upperTol: number | null
}

/** Limits as they are written on the shop floor: `12000 ±5`, `0 (≤ +2)`, `48 −3 … +7`. */
export function limitsText({ nominal, lowerTol, upperTol }: TrialLimits): string {
  const signed = (value: number) => (value < 0 ? `−${-value}` : `+${value}`)
  if (lowerTol !== null && upperTol !== null && lowerTol === -upperTol) return `${nominal} ±${upperTol}`
  const sides = [lowerTol, upperTol].filter((side) => side !== null).map(signed)
  if (sides.length === 2) return `${nominal} ${sides.join(' … ')}`
  return `${nominal} (${lowerTol === null ? '≤' : '≥'} ${sides.join('')})`
}
