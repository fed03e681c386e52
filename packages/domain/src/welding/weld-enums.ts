/** Values of welds, NDT and coats that both sides show. No schemas here, so the browser may import the values. */

/** Welding processes with their ISO 4063 numbers: 111, 135, 136, 121, 141, 72, 783. */
export const weldProcesses = ['smaw', 'gmaw', 'fcaw', 'saw', 'gtaw', 'esw', 'stud'] as const
export type WeldProcess = (typeof weldProcesses)[number]

/**
 * Groups of steels by strength (GB 50661-2011, table 4.0.5); a qualification for one group includes the groups before
 * it.
 */
export const materialGroups = ['I', 'II', 'III', 'IV'] as const
export type MaterialGroup = (typeof materialGroups)[number]

export const jointTypes = ['butt', 'fillet', 'tee', 'corner', 'lap'] as const
export type JointType = (typeof jointTypes)[number]

export const weldClasses = ['1', '2', '3'] as const
export type WeldClass = (typeof weldClasses)[number]

/** Flat, horizontal, vertical and overhead positions as in certificates. */
export const weldPositions = ['1G', '2G', '3G', '4G', '5G', '6G', '1F', '2F', '3F', '4F'] as const

/**
 * Status of a weld: not welded; welded and no test required; to be tested; partly tested; failed and to be repaired;
 * repaired and to be tested again; requirement met.
 */
export const weldStates = ['open', 'free', 'due', 'partly', 'failed', 'repaired', 'passed'] as const
export type WeldState = (typeof weldStates)[number]

export const ndtMethods = ['ut', 'rt', 'mt', 'pt', 'vt'] as const
export type NdtMethod = (typeof ndtMethods)[number]
export const ndtLevels = ['A', 'B', 'C'] as const
export const ndtStatuses = ['open', 'done', 'cancelled'] as const
export type NdtStatus = (typeof ndtStatuses)[number]
export const defectTypes = [
  'crack',
  'lack_of_fusion',
  'incomplete_penetration',
  'slag',
  'porosity',
  'undercut',
  'overlap',
  'other',
] as const
export type DefectType = (typeof defectTypes)[number]
/** Grades of an indication; the class of the weld decides which ones are accepted. */
export const defectGrades = ['I', 'II', 'III', 'IV'] as const

export const certificateStates = ['valid', 'soon', 'expired', 'future'] as const
export type CertificateState = (typeof certificateStates)[number]

export const coatLayers = ['primer', 'intermediate', 'top'] as const
export const fireTypes = ['thick', 'intumescent'] as const
/** Rules for a dry film: the mean of each spot (GB 50205-2020), ISO 19840, the 90-10 rule of IMO MSC.215(82). */
export const filmRules = ['spot', 'iso_19840', 'ninety_ten'] as const
export type FilmRule = (typeof filmRules)[number]
export const coatChecks = ['film', 'fire'] as const
export type CoatCheck = (typeof coatChecks)[number]
export const coatStatuses = ['draft', 'pass', 'fail'] as const
export type CoatStatus = (typeof coatStatuses)[number]
