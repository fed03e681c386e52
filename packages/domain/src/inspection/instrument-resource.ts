import { resource } from '../resource/resource.ts'

/** Measuring instruments. */
export const instruments = resource({
  path: 'instruments',
  table: 'instruments',
  view: 'quality.view',
  edit: 'quality.standards',
  subject: 'instrument',
  queries: 'quality',
  words: ['standards', 'instruments'],
  name: 'code',
  unique: 'code',
  fields: {
    code: { type: 'code' },
    name: { type: 'text', max: 60, required: true },
    kind: { type: 'text', max: 60 },
    unit: { type: 'text', max: 12, required: true, initial: 'mm' },
    /** Measuring range; null: unlimited. A reading outside is rejected. */
    rangeLow: { type: 'decimal', optional: true },
    rangeHigh: { type: 'decimal', optional: true },
    /** The smallest difference that it shows. */
    resolution: { type: 'decimal', optional: true },
    /** The last day on which its readings count; null: it needs no calibration. */
    calibratedUntil: { type: 'day', optional: true, hint: true },
    active: { type: 'flag' },
  },
  sorts: ['code', 'name', 'calibratedUntil'],
  filters: ['active'],
  search: ['code', 'name', 'kind'],
})
