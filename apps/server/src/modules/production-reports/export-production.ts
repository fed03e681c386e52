import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type {
  ProductionRow,
  productionExportColumns,
  productionReportsApi,
} from '@cloud-factory/contract/production-reports'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Reads } from '../../platform/db/handles.ts'
import type { FileReply } from '../../platform/http/routes.ts'
import { type ExportColumn, exportFile } from '../../platform/xlsx/export-sheet.ts'
import { productionReport } from './production-report.reads.ts'

type Input = BodyOf<(typeof productionReportsApi)['POST /api/exports/production']>
type Column = ExportColumn<ProductionRow>

const columns: Readonly<Record<(typeof productionExportColumns)[number], Column>> = {
  period: { kind: 'text', width: 12, value: ({ period }) => period },
  shift: {
    kind: 'text',
    width: 12,
    value: ({ shiftId }, word) => (shiftId === null ? null : word('shift', shiftId)),
  },
  group: { kind: 'text', width: 26, value: ({ group }) => group?.name ?? null },
  process: { kind: 'text', width: 18, value: ({ processId }, word) => word('process', processId) },
  tonnes: { kind: 'tonnes', width: 12, value: ({ kg }) => kg / 1000 },
  pieces: { kind: 'integer', width: 10, value: ({ pieces }) => pieces },
  hours: { kind: 'number', width: 10, value: ({ hours }) => hours },
  voidTonnes: { kind: 'tonnes', width: 14, value: ({ voidKg }) => voidKg / 1000 },
}

/** The report as a file: one row per period, shift, group and process; no total, for processes do not add up. */
export async function exportProduction(
  reads: Reads,
  actor: Actor,
  { name = 'production', words = {}, columns: wanted, ...scope }: Input,
  now: Date,
): Promise<FileReply> {
  const { rows } = await productionReport(reads, actor.plantId, scope, now)
  return exportFile(reads, {
    actor,
    now,
    name,
    words,
    columns: wanted.map(({ key, title = key }) => ({ title, column: columns[key] })),
    ids: rows.map((_, at) => at),
    read: (some) => Promise.resolve(some.flatMap((at) => rows[at] ?? [])),
  })
}
