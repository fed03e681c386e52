import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type {
  FinishedExportColumn,
  FinishedPiece,
  finishedPiecesApi,
} from '@cloud-factory/contract/shipping/finished-pieces'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Database } from '../../platform/db/handles.ts'
import { allOf } from '../../platform/db/list-page.ts'
import type { FileReply } from '../../platform/http/routes.ts'
import { type ExportColumn, exportFile, maxAsked } from '../../platform/xlsx/export-sheet.ts'
import type { ConformityPort } from '../production/public.ts'
import { finishedByIds, finishedIds, finishedWhere, inStates, keptBack } from './finished.reads.ts'

type ExportInput = BodyOf<(typeof finishedPiecesApi)['POST /api/exports/finished-pieces']>

/** All finished pieces that match as a file. Exports are audited. */
export async function exportFinished(
  { reads, tx }: Pick<Database, 'reads' | 'tx'>,
  conformity: ConformityPort,
  actor: Actor,
  { name = 'finished', words = {}, filter = {}, sort = 'order', columns }: ExportInput,
  now: Date,
): Promise<FileReply> {
  const deps = { reads, conformity }
  const { plantId } = actor
  const all = finishedWhere(plantId, filter)
  const kept = await keptBack(deps, plantId, all)
  const where = allOf([all, inStates(filter.state, [...kept.keys()])])
  const ids = await finishedIds(deps, where, sort, maxAsked)
  const file = await exportFile<FinishedPiece>(reads, {
    actor,
    now,
    name,
    words,
    columns: columns.map(({ key, title = key }) => ({ title, column: known[key] })),
    ids,
    read: (some) => finishedByIds(deps, plantId, some, kept),
  })
  await tx((write) =>
    recordAudit(write, actor, {
      action: 'orders.export_finished',
      subjectKind: 'order',
      subjectId: '',
      subjectName: '',
      after: { rows: ids.length, filter },
    }),
  )
  return file
}

type Column = ExportColumn<FinishedPiece>
const text = (width: number, value: Column['value']): Column => ({ kind: 'text', width, value })

const known: Readonly<Record<FinishedExportColumn, Column>> = {
  serial: text(18, ({ serial }) => serial),
  mark: text(16, ({ mark }) => mark),
  name: text(16, (piece) => piece.name),
  profile: text(22, ({ profile }) => profile),
  lengthMm: { kind: 'number', width: 11, value: ({ lengthMm }) => lengthMm },
  netKg: { kind: 'kg', width: 14, value: ({ netKg }) => netKg, sum: true },
  order: text(18, ({ order }) => order.no),
  project: text(24, ({ project }) => project.name),
  state: text(14, ({ state }, word) => word('state', state)),
  reason: text(30, ({ reason }, word) => (reason === null ? null : word('reason', reason))),
  package: text(20, (piece) => piece.package?.no ?? null),
  delivery: text(20, ({ delivery }) => delivery?.no ?? null),
}
