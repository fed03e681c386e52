/** Values of quality that both sides show and use in rules. No schemas here, so the browser may import the values. */

/** Stages of inspection. */
export const inspectionStages = [
  'incoming',
  'first',
  'in_process',
  'fit_up',
  'after_weld',
  'trial_assembly',
  'coating',
  'final',
] as const
export type InspectionStage = (typeof inspectionStages)[number]

/**
 * What an item of a standard judges: a kind of member, a cut part, its holes, a weld, a coat. Bracing uses the table
 * for purlins and wall framing.
 */
export const inspectedShapes = [
  'welded_h',
  'cut_part',
  'holes',
  'column_h',
  'column_box',
  'column_cross',
  'beam',
  'truss',
  'tube',
  'bracing',
  'platform',
  'stair',
  'railing',
  'weld',
  'coating',
] as const
export type InspectedShape = (typeof inspectedShapes)[number]

/**
 * Sizes that rules use, in mm: section height and width, web and flange thickness, plate thickness, length, distance
 * from base to bracket seat (L1) and overhang of a bracket (l2), diameter, pitch of holes, span.
 */
export const sizeNames = ['h', 'b', 'tw', 'tf', 't', 'L', 'L1', 'l2', 'd', 'pitch', 'span'] as const
export type SizeName = (typeof sizeNames)[number]

/** Main items must all be inside; of general ones, some may be slightly outside (GB 50205-2020, 3.0.5). */
export const itemClasses = ['main', 'general'] as const
export const itemMeasures = ['size', 'deviation', 'visual'] as const
/**
 * Source of a figure: the official text, a secondary source, or not stated. Whether it was verified is stored
 * separately.
 */
export const certainties = ['official', 'secondary', 'memory'] as const

/** In order. */
export const inspectionStatuses = ['draft', 'submitted', 'judged', 'locked', 'replaced', 'cancelled'] as const
export type InspectionStatus = (typeof inspectionStatuses)[number]

export const inspectionVerdicts = ['pass', 'fail', 'concession'] as const
export type InspectionVerdict = (typeof inspectionVerdicts)[number]

/**
 * A draft can be changed and used, and is marked as a draft; an approved edition never changes; a retired one is no
 * longer offered.
 */
export const editionStatuses = ['draft', 'approved', 'retired'] as const
export type EditionStatus = (typeof editionStatuses)[number]

/** How a lot is judged: by GB 50205-2020, 3.0.5, or with every reading inside. */
export const verdictFamilies = ['gb', 'all'] as const
export type VerdictFamily = (typeof verdictFamilies)[number]

/** Whether readings with an instrument count today; `soon`: at most 30 days left; `none`: it needs no calibration. */
export const calibrationStates = ['valid', 'soon', 'overdue', 'none'] as const
export type CalibrationState = (typeof calibrationStates)[number]

/** Common names of instruments; other text is kept as written. */
export const toolNames = [
  'tape',
  'caliper',
  'feeler',
  'square',
  'wire',
  'plumb',
  'level',
  'weld_gauge',
  'coating_gauge',
  'eye',
] as const
export type ToolName = (typeof toolNames)[number]

/** How an item of one edition differs from another edition. */
export const itemChanges = ['added', 'removed', 'changed'] as const
