import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { MachineExportColumn, MachineRow, machinesApi } from '@cloud-factory/contract/machines/machines'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Database, readRows } from '../../platform/db/handles.ts'
import type { FileReply } from '../../platform/http/routes.ts'
import { type ExportColumn, exportFile, maxAsked } from '../../platform/xlsx/export-sheet.ts'
import { machineView, machinesOf, machinesWhere } from './machines.queries.ts'

type ExportInput = BodyOf<(typeof machinesApi)['POST /api/exports/machines']>
type Language = ExportInput['language']

/** Exports all matching machines as a file. The audit log records who exported them. */
export async function exportMachines(
  { reads, tx }: Pick<Database, 'reads' | 'tx'>,
  actor: Actor,
  { name = 'machines', words = {}, filter = {}, sort, columns, language }: ExportInput,
  now: Date,
): Promise<FileReply> {
  const where = machinesWhere(actor.plantId, filter)
  const found = await readRows(reads, machinesOf(where, { sort, pageSize: maxAsked }))
  const rows = new Map(found.map((row) => [row.id, machineView(row, actor)]))
  const known = columnsIn(language)
  const file = await exportFile<MachineRow>(reads, {
    actor,
    now,
    name,
    words,
    columns: columns.map(({ key, title = key }) => ({ title, column: known[key] })),
    ids: [...rows.keys()],
    read: async (ids) => ids.flatMap((id) => rows.get(id) ?? []),
  })
  await tx((write) =>
    recordAudit(write, actor, {
      action: 'machines.export',
      subjectKind: 'machine',
      subjectId: '',
      subjectName: '',
      after: { rows: rows.size, filter },
    }),
  )
  return file
}

const text = (width: number, value: (row: MachineRow) => string | null): ExportColumn<MachineRow> => ({
  kind: 'text',
  width,
  value,
})
const number = (value: (row: MachineRow) => number | null): ExportColumn<MachineRow> => ({
  kind: 'number',
  width: 10,
  value,
})
const word = (list: 'class' | 'criticality' | 'source'): ExportColumn<MachineRow> => ({
  kind: 'text',
  width: 12,
  value: (row, say) => say(list, row[list]),
})

const columnsIn = (language: Language): Readonly<Record<MachineExportColumn, ExportColumn<MachineRow>>> => ({
  code: text(16, ({ code }) => code),
  name: text(24, ({ name }) => name),
  class: word('class'),
  profile: text(20, ({ profile }) => `${profile.code}@${profile.profileVersion}`),
  workshop: text(18, ({ workshop }) => workshop),
  process: text(14, ({ process }) => process?.names[language] ?? null),
  line: text(12, ({ line }) => line),
  model: text(18, ({ model }) => model),
  maker: text(18, ({ maker }) => maker),
  serialNo: text(18, ({ serialNo }) => serialNo),
  criticality: word('criticality'),
  source: word('source'),
  commissionedOn: { kind: 'day', width: 12, value: ({ commissionedOn }) => commissionedOn },
  ratedKw: number(({ ratedKw }) => ratedKw),
  standardRate: number(({ standardRate }) => standardRate),
  rateUnit: text(10, ({ rateUnit }) => rateUnit),
  note: text(40, ({ note }) => note),
  updatedAt: { kind: 'instant', width: 17, value: ({ updatedAt }) => new Date(updatedAt) },
  updatedBy: text(12, ({ updatedBy }) => updatedBy),
})
