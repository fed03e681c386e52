import { resource } from '../resource/resource.ts'
import { materialGroups, weldPositions, weldProcesses } from './weld-enums.ts'

const access = { view: 'quality.view', edit: 'quality.judge', queries: 'quality' } as const
const thickness = { type: 'number', min: 0.1, max: 99_999, decimals: 1, suffix: 'mm' } as const
const qualified = {
  process: { type: 'choice', values: weldProcesses, initial: 'gmaw' },
  materialGroup: { type: 'choice', values: materialGroups, words: null, initial: 'II' },
  thicknessMin: { ...thickness, initial: 3 },
  /** Null: no upper limit. */
  thicknessMax: { ...thickness, optional: true },
} as const

export const welders = resource({
  ...access,
  path: 'welders',
  table: 'welders',
  subject: 'welder',
  words: ['welding', 'welder'],
  name: ['code', 'name'],
  unique: 'code',
  fields: {
    /** Number on the certificate or stamp. */
    code: { type: 'code', example: 'H01' },
    name: { type: 'text', max: 60, required: true },
    crew: { type: 'text', max: 60 },
    active: { type: 'flag' },
  },
  sorts: ['code', 'name'],
  filters: ['active'],
  search: ['code', 'name', 'crew'],
})

/** What a welder is qualified for, and until when. */
export const welderCertificates = resource({
  ...access,
  path: 'welder-certificates',
  table: 'welder_certificates',
  subject: 'certificate',
  actions: 'certificates',
  words: ['welding', 'certificate'],
  name: 'no',
  unique: 'no',
  fields: {
    welderId: { type: 'id', label: 'field.welder' },
    no: { type: 'text', max: 60, required: true, label: 'field.certificateNo' },
    ...qualified,
    positions: { type: 'choices', values: weldPositions, words: null, required: true },
    validFrom: { type: 'day' },
    /** The last day of validity. */
    validUntil: { type: 'day' },
  },
  sorts: ['validUntil', 'no'],
  search: ['no'],
})

const range = { type: 'range', max: 99_999, decimals: 1, optional: true } as const

/** Welding procedures. */
export const weldingProcedures = resource({
  ...access,
  path: 'wps',
  table: 'wps',
  subject: 'wps',
  words: ['welding', 'wps'],
  name: ['code', 'revision'],
  unique: 'code',
  fields: {
    code: { type: 'code', example: 'WPS-GMAW-01' },
    revision: { type: 'text', max: 10, required: true, initial: 'A' },
    ...qualified,
    /** A; V; mm/min. */
    current: { ...range, column: 'current_window' },
    voltage: { ...range, column: 'voltage_window' },
    speed: { ...range, column: 'speed_window' },
    /** °C: minimum before welding; maximum between passes. */
    preheat: { type: 'number', max: 600, suffix: '°C', optional: true, column: 'preheat_c' },
    interpass: { type: 'number', max: 900, suffix: '°C', optional: true, column: 'interpass_c' },
    active: { type: 'flag' },
  },
  sorts: ['code'],
  filters: ['active'],
  search: ['code', 'revision', 'process'],
})
