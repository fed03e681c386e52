import { readFile } from 'node:fs/promises'
import { maxPlanRows, type PlanRecord, planRecord } from '@cloud-factory/contract/erection/erection'
import type { ImportPreview } from '@cloud-factory/contract/record-import/import-endpoints'
import type { Fields } from '@cloud-factory/domain/resource/resource'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Reads, readRows, type Write } from '../../platform/db/handles.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import type { UploadedFile } from '../../platform/http/routes.ts'
import { folded, importColumns } from '../../platform/import/import-columns.ts'
import { previewImport } from '../../platform/import/preview-import.ts'
import type { Cell } from '../../platform/table/read-table.ts'
import { readTableInWorker } from '../../platform/table/read-table-file.ts'
import { requireOrder, uncounted } from '../orders/public.ts'
import { numbered, type PlannedPiece, planner } from './plan.rules.ts'
import { lotIds, plannedOrder, recordPlan, savePlaces } from './save-lots.ts'

const fields = {
  piece: { type: 'text', max: 80, required: true },
  lot: { type: 'text', max: 40, required: true },
  sequence: { type: 'number', max: 1_000_000, optional: true },
  plannedOn: { type: 'day', optional: true },
  area: { type: 'text', max: 80 },
  quantity: { type: 'number', max: 100_000, optional: true, label: 'common:field.quantity' },
} as const satisfies Fields

const piecesOfOrder = (reads: Reads, plantId: number, orderId: string): Promise<PlannedPiece[]> =>
  readRows(
    reads,
    sql<PlannedPiece>`
      select p.id, p.serial, m.mark from pieces p join marks m on m.id = p.mark_id
      where p.plant_id = ${plantId} and p.order_id = ${orderId} and p.status <> all(${uncounted}::text[])
      order by p.serial, p.id`,
  )

type Rows = readonly (readonly Cell[])[]

/** The rows of a file; titles are put before those that have none, in the order of the fields. */
async function rowsOf([file]: readonly UploadedFile[], signal: AbortSignal) {
  if (file === undefined || file.bytes === 0)
    return fail('file.empty', { params: { file: file?.name ?? '' } })
  const rows: Rows = await readTableInWorker(await readFile(file.path), { name: file.name, signal })
  if (rows.filter((row) => row.some((cell) => cell !== null)).length > maxPlanRows + 1)
    reject('import.too_many', { rows: rows.length - 1, most: maxPlanRows })
  return rows
}

/** What a list would do: each row with its errors, and the records of those without. */
export async function previewPlan(
  reads: Reads,
  { plantId }: Actor,
  orderId: string,
  { files, signal }: { readonly files: readonly UploadedFile[]; readonly signal: AbortSignal },
): Promise<ImportPreview> {
  await requireOrder(reads, plantId, orderId)
  const rows = await rowsOf(files, signal)
  const columns = importColumns(fields, 'erection')
  const titles = new Set(
    columns.flatMap(({ key, titles: names }) => [key, ...Object.values(names)].map((name) => folded(name))),
  )
  const isHeaded = rows.slice(0, 10).some((row) => row.some((cell) => titles.has(folded(String(cell ?? '')))))
  const plan = planner(await piecesOfOrder(reads, plantId, orderId))
  const preview = await previewImport(
    {
      columns,
      schema: planRecord,
      unique: 'piece',
      // A mark may be in several rows: which pieces a row means is checked below.
      keyOf: () => '',
      existing: async () => new Set(),
      check: async (record) => {
        const error = plan.take(record as PlanRecord)
        if (error === null) return
        fail('request.invalid', { errors: [{ path: error.field, reason: error.reason }] })
      },
    },
    isHeaded ? rows : [Object.keys(fields), ...rows],
  )
  const shift = isHeaded ? 0 : 1
  return { ...preview, rows: preview.rows.map((row) => ({ ...row, line: row.line - shift })) }
}

/** Writes the rows of a list, all or none. */
export async function applyPlan(
  write: Write,
  actor: Actor,
  orderId: string,
  records: readonly PlanRecord[],
): Promise<{ lots: number; pieces: number }> {
  const order = await plannedOrder(write, actor, orderId)
  const plan = planner(await piecesOfOrder(asReads(write), actor.plantId, orderId))
  const errors = records.flatMap((record, at) => {
    const error = plan.take(record)
    return error === null ? [] : [{ path: `body.records.${at}.${error.field}`, reason: error.reason }]
  })
  if (errors.length > 0) fail('request.invalid', { errors: errors.slice(0, 100) })
  const ids = await lotIds(write, actor, order.id, [...plan.lots.values()])
  const places = numbered(plan.places, await lastPlaces(write, ids)).map(({ lot, ...place }) => ({
    ...place,
    lotId: ids.get(lot) ?? 0,
  }))
  await savePlaces(write, actor.plantId, places)
  const lots = [...plan.lots.keys()]
  await recordPlan(write, actor, order, {
    action: 'erection.plan',
    after: { erectionLots: lots.slice(0, 20), pieces: places.length },
  })
  return { lots: lots.length, pieces: places.length }
}

/** The last place in the sequence of each lot. */
async function lastPlaces(
  write: Write,
  ids: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ lot_id: number; last: number }>`
    select lot_id, max(position) as last from erection_places where lot_id = any(${[...ids.values()]}::bigint[])
    group by lot_id`.execute(write)
  const byId = new Map(rows.map(({ lot_id: id, last }) => [id, last]))
  return new Map([...ids].map(([code, id]) => [code, byId.get(id) ?? 0]))
}
