/** Values of quality statistics that both sides show. No schemas here, so the browser may import the values. */

export const breakdowns = ['crew', 'machine', 'project', 'process', 'shape'] as const
export type Breakdown = (typeof breakdowns)[number]

/** Groupings of non-conformances; `age`: days until closing, or until now. */
export const ncrGroupings = [
  'defect',
  'cause',
  'disposition',
  'severity',
  'crew',
  'machine',
  'project',
  'process',
  'age',
] as const
export type NcrGrouping = (typeof ncrGroupings)[number]
export const ncrMeasures = ['reports', 'kg', 'cost'] as const
export type NcrMeasure = (typeof ncrMeasures)[number]

export const repairGroupings = ['month', 'welder', 'crew', 'machine', 'project', 'process', 'method'] as const
export type RepairGrouping = (typeof repairGroupings)[number]
