import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { MaterialGroup, WeldProcess } from '@cloud-factory/domain/welding/weld-enums'
import type { CertificateRow, WelderRow, weldersApi, WpsRow } from '@cloud-factory/contract/welding/welders'
import { sql } from 'kysely'
import { fail } from '../../platform/http/domain-error.ts'
import { searchText } from '../../platform/search/search-text.ts'
import { today } from '../../platform/db/factory-day.ts'
import { type Register, registerCan } from '../quality-records/public.ts'

type Api = typeof weldersApi
type WelderInput = BodyOf<Api['POST /api/welders']>
type CertificateInput = BodyOf<Api['POST /api/welder-certificates']>
type WpsInput = BodyOf<Api['POST /api/wps']>

/** A certificate that ends within so many days is told before it does. */
const soonDays = 60

interface StoredWelder {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly crew: string
  readonly active: boolean
  readonly valid: number
  readonly next_expiry: string | null
  readonly version: number
}

/** Welders; `now` says which of their certificates count. */
export const welders = (plantId: number, now: Date): Register<StoredWelder, WelderRow, WelderInput> => ({
  table: 'welders',
  columns: sql`r.id, r.code, r.name, r.crew, r.active, r.version, coalesce(c.valid, 0) as valid, c.next_expiry`,
  from: sql`welders r left join lateral (
    select count(*)::int as valid, min(valid_until) as next_expiry from welder_certificates
    where welder_id = r.id and ${today(plantId, now)} between valid_from and valid_until) c on true`,
  sorts: {
    code: sql`r.code`,
    '-code': sql`r.code desc`,
    name: sql`r.name, r.id`,
    '-name': sql`r.name desc, r.id desc`,
  },
  order: sql`r.active desc, r.code`,
  view: ({ id, next_expiry: nextExpiry, ...row }, actor) => ({
    ...row,
    id: String(id),
    nextExpiry,
    can: registerCan(actor),
  }),
  stored: ({ code, name, crew, active }) => ({
    code,
    name,
    crew,
    active,
    search: searchText(code, name, crew),
  }),
  name: ({ code, name }) => `${code} ${name}`,
  computed: ['valid', 'nextExpiry'],
  unique: 'code',
})

interface StoredCertificate {
  readonly id: number
  readonly welder_id: number
  readonly welder_code: string
  readonly welder_name: string
  readonly no: string
  readonly process: WeldProcess
  readonly positions: CertificateRow['positions']
  readonly material_group: MaterialGroup
  readonly thickness_min: number
  readonly thickness_max: number | null
  readonly valid_from: string
  readonly valid_until: string
  readonly days_left: number
  readonly begun: boolean
  readonly file_name: string | null
  readonly file_bytes: number | null
  readonly version: number
}

export const certificates = (
  plantId: number,
  now: Date,
): Register<StoredCertificate, CertificateRow, CertificateInput> => ({
  table: 'welder_certificates',
  columns: sql`r.*, w.code as welder_code, w.name as welder_name,
    r.valid_until - ${today(plantId, now)} as days_left, r.valid_from <= ${today(plantId, now)} as begun`,
  from: sql`welder_certificates r join welders w on w.id = r.welder_id`,
  sorts: {
    validUntil: sql`r.valid_until, r.id`,
    '-validUntil': sql`r.valid_until desc, r.id desc`,
    no: sql`r.no`,
    '-no': sql`r.no desc`,
  },
  order: sql`r.valid_until, r.id`,
  view: (row, actor) => ({
    id: String(row.id),
    welderId: String(row.welder_id),
    welder: { code: row.welder_code, name: row.welder_name },
    no: row.no,
    process: row.process,
    positions: row.positions,
    materialGroup: row.material_group,
    thicknessMin: row.thickness_min,
    thicknessMax: row.thickness_max,
    validFrom: row.valid_from,
    validUntil: row.valid_until,
    daysLeft: row.days_left,
    state: stateOf(row),
    file: row.file_name === null ? null : { name: row.file_name, bytes: row.file_bytes ?? 0 },
    version: row.version,
    can: registerCan(actor),
  }),
  stored: (input) => ({
    welder_id: Number(input.welderId),
    no: input.no,
    process: input.process,
    positions: input.positions,
    material_group: input.materialGroup,
    thickness_min: input.thicknessMin,
    thickness_max: input.thicknessMax,
    valid_from: input.validFrom,
    valid_until: input.validUntil,
    search: searchText(input.no),
  }),
  name: ({ no }) => no,
  computed: ['welder', 'daysLeft', 'state'],
  unique: 'no',
  check: async (write, actor, { welderId, thicknessMin, thicknessMax, validFrom, validUntil }) => {
    if (validUntil < validFrom)
      fail('request.invalid', { errors: [{ path: 'body.validUntil', reason: 'before_start' }] })
    requireRange(thicknessMin, thicknessMax)
    const { rows } =
      await sql`select from welders where plant_id = ${actor.plantId} and id = ${Number(welderId)}
      for key share`.execute(write)
    if (rows.length === 0) fail('not_found')
  },
})

function stateOf({ days_left: left, begun }: StoredCertificate): CertificateRow['state'] {
  if (!begun) return 'future'
  if (left < 0) return 'expired'
  return left <= soonDays ? 'soon' : 'valid'
}

function requireRange(least: number, most: number | null): void {
  if (most === null || most >= least) return
  fail('request.invalid', { errors: [{ path: 'body.thicknessMax', reason: 'before_start' }] })
}

type Window = WpsRow['current']

interface StoredWps {
  readonly id: number
  readonly code: string
  readonly revision: string
  readonly process: WeldProcess
  readonly material_group: MaterialGroup
  readonly thickness_min: number
  readonly thickness_max: number | null
  readonly current_window: Window
  readonly voltage_window: Window
  readonly speed_window: Window
  readonly preheat_c: number | null
  readonly interpass_c: number | null
  readonly active: boolean
  readonly version: number
}

export const procedures: Register<StoredWps, WpsRow, WpsInput> = {
  table: 'wps',
  columns: sql`r.*`,
  from: sql`wps r`,
  sorts: { code: sql`r.code, r.revision`, '-code': sql`r.code desc, r.revision desc` },
  order: sql`r.active desc, r.code, r.revision`,
  view: (row, actor) => ({
    id: String(row.id),
    code: row.code,
    revision: row.revision,
    process: row.process,
    materialGroup: row.material_group,
    thicknessMin: row.thickness_min,
    thicknessMax: row.thickness_max,
    current: row.current_window,
    voltage: row.voltage_window,
    speed: row.speed_window,
    preheat: row.preheat_c,
    interpass: row.interpass_c,
    active: row.active,
    version: row.version,
    can: registerCan(actor),
  }),
  stored: (input) => ({
    code: input.code,
    revision: input.revision,
    process: input.process,
    material_group: input.materialGroup,
    thickness_min: input.thicknessMin,
    thickness_max: input.thicknessMax,
    current_window: json(input.current),
    voltage_window: json(input.voltage),
    speed_window: json(input.speed),
    preheat_c: input.preheat,
    interpass_c: input.interpass,
    active: input.active,
    search: searchText(input.code, input.revision, input.process),
  }),
  name: ({ code, revision }) => `${code} ${revision}`,
  computed: [],
  unique: 'code',
  check: (_write, _actor, { thicknessMin, thicknessMax, ...windows }) => {
    requireRange(thicknessMin, thicknessMax)
    for (const field of ['current', 'voltage', 'speed'] as const) {
      const window = windows[field]
      if (window !== null && window.max < window.min)
        fail('request.invalid', { errors: [{ path: `body.${field}`, reason: 'invalid_value' }] })
    }
    return Promise.resolve()
  },
}

const json = (window: Window) => (window === null ? null : JSON.stringify(window))
