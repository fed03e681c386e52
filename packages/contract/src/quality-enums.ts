/** Words of quality that both sides show and judge by; no schema here, so the browser may import the values. */

/** When something is inspected. */
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
 * What an item of a standard judges: a kind of member, a cut part, its holes, a weld, a coat. Bracing has the table of purlins
 * and wall framing too.
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
 * Sizes that rules ask for, in mm: section height and width, web and flange thickness, plate thickness, length, distance
 * from base to bracket seat (L1) and overhang of a bracket (l2), diameter, pitch of holes, span.
 */
export const sizeNames = ['h', 'b', 'tw', 'tf', 't', 'L', 'L1', 'l2', 'd', 'pitch', 'span'] as const
export type SizeName = (typeof sizeNames)[number]

/** Main items must all be inside; of general ones a share may lie a little outside (GB 50205-2020, 3.0.5). */
export const itemClasses = ['main', 'general'] as const
export const itemMeasures = ['size', 'deviation', 'visual'] as const
/** Where a figure was taken from: the official text, a secondary source, none that is named. Whether it is right is checked off beside it. */
export const certainties = ['official', 'secondary', 'memory'] as const

/** In the order of an inspection's life. */
export const inspectionStatuses = ['draft', 'submitted', 'judged', 'locked', 'replaced', 'cancelled'] as const
export type InspectionStatus = (typeof inspectionStatuses)[number]

export const inspectionVerdicts = ['pass', 'fail', 'concession'] as const
export type InspectionVerdict = (typeof inspectionVerdicts)[number]

/** A draft may be changed and used, and says so; an approved edition never changes; a retired one is no longer offered. */
export const editionStatuses = ['draft', 'approved', 'retired'] as const
export type EditionStatus = (typeof editionStatuses)[number]

/** By which rule a lot is judged: that of GB 50205-2020, 3.0.5, or every reading inside. */
export const verdictFamilies = ['gb', 'all'] as const
export type VerdictFamily = (typeof verdictFamilies)[number]

/** Whether readings with an instrument count today; `soon`: 30 days are left at most; `none`: it needs no calibration. */
export const calibrationStates = ['valid', 'soon', 'overdue', 'none'] as const
export type CalibrationState = (typeof calibrationStates)[number]

/** What items are read with, where it has a usual name; any other text stands as it was written. */
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

/** How an item of one edition stands to those of another. */
export const itemChanges = ['added', 'removed', 'changed'] as const
