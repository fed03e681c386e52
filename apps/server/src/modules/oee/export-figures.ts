import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type {
  FigureExportColumn,
  FigureRow,
  machineFiguresApi,
} from '@cloud-factory/contract/oee/machine-figures'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { FileReply } from '../../platform/http/routes.ts'
import { exportAudited, type ExportColumn, rowsInMemory } from '../../platform/xlsx/export-sheet.ts'
import type { PlanPort } from '../work-calendar/public.ts'
import { figureReport } from './figures.queries.ts'

type Input = BodyOf<(typeof machineFiguresApi)['POST /api/exports/figures']>
type Language = Input['language']

interface ExportDeps {
  readonly db: Pick<Database, 'reads' | 'tx'>
  readonly plan: PlanPort
}

/** Exports key figures as a file. The audit log records who exported them. */
export async function exportFigures(
  { db, plan }: ExportDeps,
  actor: Actor,
  input: Input,
  now: Date,
): Promise<FileReply> {
  const { filter, language } = input
  const { rows } = await figureReport({ reads: db.reads, plan }, actor.plantId, filter, now)
  const known = columnsIn(language)
  return exportAudited(
    db,
    { actor, now, input, name: 'figures', column: (key) => known[key], ...rowsInMemory(rows) },
    { action: 'figures.export', subjectKind: 'machine', filter },
  )
}

type Column = ExportColumn<FigureRow>
const number = (value: (row: FigureRow) => number | null): Column => ({ kind: 'number', width: 12, value })
const text = (width: number, value: (row: FigureRow) => string): Column => ({ kind: 'text', width, value })
/** Percent with one decimal, hours with two. */
const share = (value: (row: FigureRow) => number | null) => number((row) => rounded(value(row), 100, 10))
const hours = (value: (row: FigureRow) => number | null) =>
  number((row) => rounded(value(row), 1 / 3600, 100))
const rounded = (value: number | null, factor: number, digits: number) =>
  value === null ? null : Math.round(value * factor * digits) / digits

const columnsIn = (language: Language): Readonly<Record<FigureExportColumn, Column>> => ({
  name: text(28, ({ name, names }) => names?.[language] ?? name),
  machines: number(({ machines }) => machines),
  oee: share(({ figures }) => figures.oee),
  availability: share(({ figures }) => figures.availability),
  performance: share(({ figures }) => figures.performance),
  quality: share(({ figures }) => figures.quality),
  teep: share(({ figures }) => figures.teep),
  coverage: share(({ figures }) => figures.coverage),
  mtbf: hours(({ figures }) => figures.mtbfS),
  mttr: hours(({ figures }) => figures.mttrS),
  mttrOrder: hours(({ figures }) => figures.mttrOrderS),
  mttrMend: hours(({ figures }) => figures.mttrMendS),
  arcOn: share(({ figures }) => figures.arcOn),
  energy: number(({ figures }) => rounded(figures.kwhPerUnit, 1, 100)),
  energyUnit: text(10, ({ figures }) => figures.energyUnit),
  planned: hours(({ inputs }) => inputs.plannedS),
  running: hours(({ inputs }) => inputs.runningS),
  setup: hours(({ inputs }) => inputs.setupS),
  idle: hours(({ inputs }) => inputs.idleS),
  fault: hours(({ inputs }) => inputs.faultS),
  unknown: hours(({ inputs }) => inputs.unknownS),
  plannedStop: hours(({ inputs }) => inputs.plannedStopS),
  failures: number(({ inputs }) => inputs.failures),
  repairs: number(({ inputs }) => inputs.repairs),
  output: number(({ inputs }) => rounded(inputs.output, 1, 10)),
  outputUnit: text(8, ({ inputs }) => inputs.outputUnit),
})
