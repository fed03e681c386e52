import { sql } from 'kysely'
import type { StopKind } from '@cloud-factory/domain/machines/equipment-enums'
import type { Write } from '../../platform/db/handles.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'

export interface StopReasonFacts {
  readonly id: number
  readonly code: string
  readonly kind: StopKind
}

/** A reason that can be given to a stop. Rejects a group and a retired reason. */
export async function reasonOfStops(write: Write, plantId: number, id: string): Promise<StopReasonFacts> {
  const { rows } = await sql<StopReasonFacts & { parent_id: number | null; active: boolean }>`
    select id, code, kind, parent_id, active from stop_reasons
    where plant_id = ${plantId} and id = ${Number(id)} for key share`.execute(write)
  const reason = rows[0] ?? fail('not_found')
  if (reason.parent_id === null) reject('reason.group')
  if (!reason.active) reject('reason.inactive')
  return reason
}

/** Replaces the codes of a reason. Rejects a code that belongs to another reason. */
export async function saveReasonCodes(
  write: Write,
  plantId: number,
  reasonId: number,
  codes: readonly { readonly code: string; readonly class: string | null }[],
): Promise<void> {
  const sent = sql`unnest(${codes.map(({ code }) => code)}::text[], ${codes.map((one) => one.class)}::text[])`
  await sql`delete from stop_reason_codes where plant_id = ${plantId} and reason_id = ${reasonId}`.execute(
    write,
  )
  const { rows } = await sql<{ code: string }>`
    select t.code from stop_reason_codes t join ${sent} c (code, class)
      on c.code = t.code and c.class is not distinct from t.class
    where t.plant_id = ${plantId} order by t.code limit 1`.execute(write)
  if (rows[0] !== undefined) fail('duplicate', { params: { field: 'codes', value: rows[0].code } })
  await sql`insert into stop_reason_codes (plant_id, reason_id, code, class)
    select distinct ${plantId}::bigint, ${reasonId}::bigint, code, class from ${sent} c (code, class)`.execute(
    write,
  )
}

/**
 * Marks the figures of every shift with a stop of this reason as stale. Locks the tracks first, as all writers of intervals do.
 */
export async function markReasonStale(write: Write, plantId: number, reasonId: number): Promise<void> {
  await sql`with held as (
      select machine_id from machine_tracks where plant_id = ${plantId} and machine_id in (
        select machine_id from machine_intervals where plant_id = ${plantId} and reason_id = ${reasonId})
      order by machine_id for update)
    update machine_tracks t set rewrites = rewrites + 1 from held where t.machine_id = held.machine_id`.execute(
    write,
  )
  await sql`update machine_times t set is_stale = true
    from (select machine_id, min(t0) as first, max(coalesce(t1, now())) as last from machine_intervals
      where plant_id = ${plantId} and reason_id = ${reasonId} group by machine_id) i
    where t.machine_id = i.machine_id and t.plant_id = ${plantId}
      and t.day between (i.first - interval '2 days')::date and (i.last + interval '1 day')::date`.execute(
    write,
  )
}

type Row = readonly [code: string, zh: string, en: string, es: string]
interface Group {
  readonly kind: StopKind
  readonly head: Row
  readonly reasons: readonly Row[]
}

/** Usual stop reasons of a steel shop. */
const shipped: readonly Group[] = [
  {
    kind: 'unplanned',
    head: ['MAT', '物料', 'Material', 'Material'],
    reasons: [
      ['MAT-01', '缺料', 'No material', 'Falta de material'],
      ['MAT-02', '等行车吊运', 'Waiting for the crane', 'Esperando la grúa'],
      ['MAT-03', '焊材、气体用完', 'Wire, flux or gas used up', 'Sin hilo, fundente o gas'],
      ['MAT-04', '来料尺寸不合格', 'Material out of size', 'Material fuera de medida'],
    ],
  },
  {
    kind: 'unplanned',
    head: ['ORG', '组织', 'Organisation', 'Organización'],
    reasons: [
      ['ORG-01', '缺人', 'No operator', 'Sin operario'],
      ['ORG-02', '无任务', 'No work order', 'Sin orden de trabajo'],
      ['ORG-03', '等图纸、程序', 'Waiting for drawing or program', 'Esperando plano o programa'],
      ['ORG-04', '等检验', 'Waiting for inspection', 'Esperando inspección'],
      ['ORG-05', '待下道工序腾位', 'Next step is blocked', 'Siguiente paso bloqueado'],
    ],
  },
  {
    kind: 'unplanned',
    head: ['FLT', '设备故障', 'Machine fault', 'Avería'],
    reasons: [
      ['FLT-01', '机械故障', 'Mechanical fault', 'Avería mecánica'],
      ['FLT-02', '电气故障', 'Electrical fault', 'Avería eléctrica'],
      ['FLT-03', '液压、气动故障', 'Hydraulic or pneumatic fault', 'Avería hidráulica o neumática'],
      ['FLT-04', '控制、程序故障', 'Control or program fault', 'Avería de control o programa'],
      [
        'FLT-05',
        '刀具、割嘴、焊枪损坏',
        'Tool, nozzle or torch broken',
        'Herramienta, boquilla o antorcha rota',
      ],
      ['FLT-06', '停电、停气', 'No power or air', 'Sin corriente o aire'],
    ],
  },
  {
    kind: 'unplanned',
    head: ['SET', '调整', 'Setting up', 'Preparación'],
    reasons: [
      ['SET-01', '换型换规格', 'Change of section', 'Cambio de perfil'],
      ['SET-02', '换刀、换割嘴', 'Change of tool or nozzle', 'Cambio de herramienta o boquilla'],
      ['SET-03', '首件调试', 'First article trial', 'Prueba de primera pieza'],
      ['SET-04', '清理、清渣', 'Cleaning', 'Limpieza'],
    ],
  },
  {
    kind: 'planned',
    head: ['PLN', '计划停机', 'Planned stop', 'Parada planificada'],
    reasons: [
      ['PLN-01', '计划保养', 'Planned maintenance', 'Mantenimiento preventivo'],
      ['PLN-02', '班前会、培训', 'Meeting or training', 'Reunión o formación'],
      ['PLN-03', '无生产计划', 'Not planned to run', 'Sin producción planificada'],
      ['PLN-04', '盘点', 'Stocktaking', 'Inventario'],
    ],
  },
]

/** Codes of shipped alarm rules that map to a stop reason, by reason. */
const shippedCodes = [
  ['MAT-03', 'CUT-GAS'],
  ['MAT-03', 'CUT-O2'],
  ['MAT-03', 'LAS-GAS'],
  ['MAT-03', 'ROB-GAS'],
  ['MAT-03', 'SAW-FLUX'],
  ['FLT-01', 'LAS-CHILLER'],
  ['FLT-03', 'STR-OIL'],
  ['FLT-05', 'DRL-TORQUE'],
] as const

/** Maps codes to reasons, by the code of the reason; existing mappings stay unchanged. */
export async function seedReasonCodes(
  write: Write,
  plantId: number,
  codes: readonly (readonly [reason: string, code: string])[],
): Promise<void> {
  await sql`insert into stop_reason_codes (plant_id, reason_id, code)
    select r.plant_id, r.id, c.code
    from unnest(${codes.map(([reason]) => reason)}::text[], ${codes.map(([, code]) => code)}::text[]) c (reason, code)
    join stop_reasons r on r.plant_id = ${plantId} and r.code = c.reason
    on conflict on constraint stop_reason_codes_key do nothing`.execute(write)
}

/** Creates the initial reasons of a plant. Runs only once: deleted reasons stay deleted. */
export async function seedStopReasons(write: Write, plantId: number): Promise<void> {
  const isFirst = await write
    .insertInto('settings')
    .values({ key: `stopReasons.${plantId}`, value: JSON.stringify({ seeded: true }) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (isFirst === undefined) return
  const rowOf = ([code, zh, en, es]: Row, kind: StopKind, position: number, parent: number | null) => ({
    plant_id: plantId,
    parent_id: parent,
    code,
    names: JSON.stringify({ zh, en, es }),
    kind,
    position,
    created_by: null,
    updated_by: null,
    updated_by_name: '',
  })
  const groups = await write
    .insertInto('stop_reasons')
    .values(shipped.map(({ head, kind }, position) => rowOf(head, kind, position, null)))
    .returning(['id', 'code'])
    .execute()
  const idOf = new Map(groups.map(({ id, code }) => [code, id]))
  await write
    .insertInto('stop_reasons')
    .values(
      shipped.flatMap(({ head, kind, reasons }) =>
        reasons.map((reason, position) => rowOf(reason, kind, position, idOf.get(head[0]) ?? null)),
      ),
    )
    .execute()
  await seedReasonCodes(write, plantId, shippedCodes)
}
