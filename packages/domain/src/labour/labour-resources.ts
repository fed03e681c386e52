import { resource } from '../resource/resource.ts'

/** Weight of a piece from which, and below which, something applies. */
const weightClass = {
  fromKg: { type: 'number', max: 999_999, decimals: 3, initial: 0 },
  toKg: { type: 'number', max: 999_999, decimals: 3, optional: true, hint: true },
} as const

/** Hours that a process is expected to take, by the weight of the piece. */
export const standardHours = resource({
  path: 'standard-hours',
  table: 'standard_hours',
  view: 'labour.view',
  edit: 'labour.edit',
  subject: 'standard_hours',
  event: 'standard_hours.changed',
  queries: 'labour',
  words: ['labour', 'standards'],
  name: 'code',
  unique: 'code',
  fields: {
    code: { type: 'code', example: 'WELD-1' },
    processId: { type: 'id', label: 'field.process' },
    basis: { type: 'choice', values: ['tonne', 'piece'] },
    hours: { type: 'number', max: 10_000, decimals: 3 },
    ...weightClass,
    active: { type: 'flag' },
  },
  sorts: ['process', 'code'],
  search: ['code'],
})

/** Prices of work: piece rates by the tonne or the piece, and what an hour costs. */
export const labourRates = resource({
  path: 'labour-rates',
  table: 'labour_rates',
  view: 'cost.view',
  edit: 'cost.edit',
  subject: 'labour_rate',
  event: 'labour_rates.changed',
  queries: 'cost',
  words: ['labour', 'rates'],
  name: 'code',
  unique: 'code',
  fields: {
    code: { type: 'code', example: 'P-WELD-1' },
    processId: { type: 'id', label: 'field.process' },
    crewId: { type: 'id', optional: true, label: 'field.crew', hint: true },
    basis: { type: 'choice', values: ['tonne', 'piece', 'hour'], hint: true },
    price: { type: 'number', max: 10_000_000, decimals: 2 },
    ...weightClass,
    validFrom: { type: 'day' },
    validUntil: { type: 'day', optional: true, column: 'valid_to' },
    active: { type: 'flag' },
  },
  sorts: ['process', 'code', 'validFrom'],
  search: ['code'],
})
