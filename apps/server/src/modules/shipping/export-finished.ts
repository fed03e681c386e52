import {
  type FinishedExportColumn,
  type FinishedPiece,
  finishedPiecesApi,
} from '@cloud-factory/contract/shipping/deliveries'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { FileReply } from '../../platform/http/routes.ts'
import type { BodyOf } from '@cloud-factory/contract/endpoint'
import { allOf } from '../../platform/db/list-page.ts'
import { exportAudited, type ExportColumn, maxRequested } from '../../platform/xlsx/export-sheet.ts'
import { type FinishedDeps, finishedByIds, finishedIds, finishedWhere, inStates } from './finished.queries.ts'

type ExportInput = BodyOf<(typeof finishedPiecesApi)['POST /api/exports/finished-pieces']>

/** All finished pieces that match as a file. Exports are audited. */
export async function exportFinished(
  db: Pick<Database, 'reads' | 'tx'>,
  deps: FinishedDeps,
  actor: Actor,
  input: ExportInput,
  now: Date,
): Promise<FileReply> {
  const { filter = {}, sort = 'order' } = input
  const { plantId } = actor
  const all = finishedWhere(plantId, filter)
  const where = allOf([all, inStates(deps, plantId, all, filter.state)])
  const ids = await finishedIds(deps, where, sort, maxRequested)
  const read = (some: readonly number[]) => finishedByIds(deps, plantId, some)
  return exportAudited(
    db,
    { actor, now, input, name: 'finished', column: (key) => known[key], ids, read },
    { action: 'orders.export_finished', subjectKind: 'order', filter },
  )
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
