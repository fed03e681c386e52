import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { CoatSpec, coatingsApi } from '@cloud-factory/contract/coating/coatings'
import type { FilmRule } from '@cloud-factory/domain/welding/weld-enums'
import { sql } from 'kysely'
import { fail } from '../../platform/http/domain-error.ts'
import { searchText } from '../../platform/search/search-text.ts'
import { type Register, registerCan } from '../quality-records/public.ts'

type SpecInput = BodyOf<(typeof coatingsApi)['POST /api/coat-specs']>

export interface StoredSpec {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly layers: CoatSpec['layers']
  readonly min_um: number
  readonly max_um: number | null
  readonly allowance_um: number
  readonly film_rule: FilmRule
  readonly fire_type: 'thick' | 'intumescent' | null
  readonly fire_mm: number | null
  readonly active: boolean
  readonly version: number
}

const fireOf = ({ fire_type: type, fire_mm: designMm }: StoredSpec): CoatSpec['fire'] =>
  type === null || designMm === null ? null : { type, designMm }

/** Specifications of coats. */
export const coatSpecs: Register<StoredSpec, CoatSpec, SpecInput> = {
  table: 'coat_specs',
  columns: sql`r.*`,
  from: sql`coat_specs r`,
  sorts: { code: sql`r.code`, '-code': sql`r.code desc` },
  order: sql`r.active desc, r.code`,
  view: (row, actor) => ({
    id: String(row.id),
    code: row.code,
    name: row.name,
    layers: row.layers,
    minUm: row.min_um,
    maxUm: row.max_um,
    allowanceUm: row.allowance_um,
    rule: row.film_rule,
    fire: fireOf(row),
    active: row.active,
    version: row.version,
    can: registerCan(actor),
  }),
  stored: (input) => ({
    code: input.code,
    name: input.name,
    layers: JSON.stringify(input.layers),
    min_um: input.minUm,
    max_um: input.maxUm,
    allowance_um: input.allowanceUm,
    film_rule: input.rule,
    fire_type: input.fire?.type ?? null,
    fire_mm: input.fire?.designMm ?? null,
    active: input.active,
    search: searchText(input.code, input.name),
  }),
  name: ({ code }) => code,
  computed: [],
  unique: 'code',
  check: (_write, _actor, { minUm, maxUm }) => {
    if (maxUm !== null && maxUm < minUm)
      fail('request.invalid', { errors: [{ path: 'body.maxUm', reason: 'before_start' }] })
    return Promise.resolve()
  },
}
