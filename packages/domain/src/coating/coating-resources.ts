import { own, resource } from '../resource/resource.ts'
import { type coatLayers, filmRules, type fireTypes } from '../welding/weld-enums.ts'

export interface CoatLayer {
  layer: (typeof coatLayers)[number]
  product: string
  minUm: number
}
export interface FireCoat {
  type: (typeof fireTypes)[number]
  designMm: number
}

const um = { type: 'number', min: 1, max: 20_000, suffix: 'µm' } as const

/** Specifications of coats. */
export const coatSpecs = resource({
  path: 'coat-specs',
  table: 'coat_specs',
  view: 'quality.view',
  edit: 'quality.judge',
  subject: 'coat_spec',
  queries: 'quality',
  words: ['coating', 'spec'],
  name: 'code',
  unique: 'code',
  fields: {
    code: { type: 'code', example: 'C3-H' },
    name: { type: 'text', max: 80, required: true },
    /** From the steel outwards. */
    layers: own<CoatLayer[]>(),
    /** Of the whole dry film. GB 50205-2020, 13.2: 125 µm indoors, −25 µm, where the design is silent. */
    minUm: { ...um, initial: 125 },
    maxUm: { ...um, optional: true },
    /** Rule by which a dry film is judged. */
    rule: { type: 'choice', values: filmRules, omissible: true, column: 'film_rule' },
    /** How far the mean of a spot may be below the minimum; only for the rule by spots. */
    allowanceUm: { type: 'number', max: 1000, suffix: 'µm', initial: 25 },
    fire: { ...own<FireCoat | null>(), label: 'check.fire', column: null },
    active: { type: 'flag', label: 'welding:field.active' },
  },
  sorts: ['code'],
  filters: ['active'],
  search: ['code', 'name'],
})
