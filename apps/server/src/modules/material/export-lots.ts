import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { LotExportColumn, LotRow, receiptsApi } from '@cloud-factory/contract/material/receipts'
import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Database, readRows } from '../../platform/db/handles.ts'
import type { FileReply } from '../../platform/http/routes.ts'
import { type ExportColumn, exportFile, maxAsked } from '../../platform/xlsx/export-sheet.ts'
import { lotsOf, lotSorts, lotsWhere, lotViews } from './lots.queries.ts'

type ExportInput = BodyOf<(typeof receiptsApi)['POST /api/exports/lots']>

/** Exports all matching lots as a file. Exports are audited. */
export async function exportLots(
  { reads, tx }: Pick<Database, 'reads' | 'tx'>,
  actor: Actor,
  { name = 'steel', words = {}, filter = {}, sort = '-receivedOn', columns }: ExportInput,
  now: Date,
): Promise<FileReply> {
  const where = lotsWhere(actor.plantId, filter)
  const found = await readRows(
    reads,
    sql<{
      id: number
    }>`select id from material_lots where ${where} order by ${lotSorts[sort]} limit ${maxAsked}`,
  )
  const file = await exportFile<LotRow>(reads, {
    actor,
    now,
    name,
    words,
    columns: columns.map(({ key, title = key }) => ({ title, column: known[key] })),
    ids: found.map(({ id }) => id),
    read: async (ids) => {
      const some = sql`plant_id = ${actor.plantId} and id = any(${[...ids]}::bigint[])`
      return lotViews(
        reads,
        actor,
        await readRows(reads, lotsOf(some, lotSorts[sort], sql`limit ${ids.length}`)),
      )
    },
  })
  await tx((write) =>
    recordAudit(write, actor, {
      action: 'material.export',
      subjectKind: 'lot',
      subjectId: '',
      subjectName: '',
      after: { rows: found.length, filter },
    }),
  )
  return file
}

type Column = ExportColumn<LotRow>
const text = (width: number, value: Column['value']): Column => ({ kind: 'text', width, value })
const number = (value: Column['value']): Column => ({ kind: 'number', width: 11, value })
const kg = (value: Column['value']): Column => ({ kind: 'kg', width: 14, value, sum: true })

const known: Readonly<Record<LotExportColumn, Column>> = {
  heat: text(16, ({ heat }) => heat.no),
  mill: text(18, ({ heat }) => heat.mill),
  status: text(12, ({ status }, word) => word('status', status)),
  form: text(10, ({ form }, word) => word('form', form)),
  profile: text(22, ({ profile }) => profile),
  thickness: number(({ thicknessMm }) => (thicknessMm === null ? null : Number(thicknessMm))),
  length: number(({ lengthMm }) => lengthMm),
  grade: text(10, ({ grade }) => grade.code),
  pieces: { kind: 'integer', width: 9, value: ({ pieces }) => pieces, sum: true },
  kg: kg((lot) => lot.kg),
  usedKg: kg(({ usedKg }) => usedKg),
  leftKg: kg(({ leftKg }) => leftKg),
  leftM: number(({ leftM }) => leftM),
  location: text(16, ({ location }) => location),
  receipt: text(16, ({ receipt }) => receipt.no),
  receivedOn: { kind: 'day', width: 12, value: ({ receipt }) => receipt.receivedOn },
  supplier: text(24, ({ supplier }) => supplier),
  decidedBy: text(12, ({ decidedBy }) => decidedBy),
  note: text(40, ({ note }) => note),
}
