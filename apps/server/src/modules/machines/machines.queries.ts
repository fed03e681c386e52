import type { BodyOf, QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type {
  MachineExportColumn,
  MachineRow,
  machinesApi,
  MachineReason,
} from '@cloud-factory/contract/machines/machines'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Database, readRows, type Reads } from '../../platform/db/handles.ts'
import type { FileReply } from '../../platform/http/routes.ts'
import {
  exportAudited,
  type ExportColumn,
  maxRequested,
  rowsInMemory,
} from '../../platform/xlsx/export-sheet.ts'
import { sql, type RawBuilder } from 'kysely'
import type { MachineClass, MachineSource } from '@cloud-factory/domain/machines/equipment-enums'
import type { Names } from '@cloud-factory/contract/planning/processes'
import { subjectHistory } from '../../platform/audit/history.queries.ts'
import { allOf, bothWays, countedPage, limitOf, type PageQuery } from '../../platform/db/list-page.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { searchPattern } from '../../platform/search/search-text.ts'
import { shownState, shownStateJoins } from '../machine-states/public.ts'

type ExportInput = BodyOf<(typeof machinesApi)['POST /api/exports/machines']>
type Language = ExportInput['language']

/** Exports all matching machines as a file. The audit log records who exported them. */
export async function exportMachines(
  db: Pick<Database, 'reads' | 'tx'>,
  actor: Actor,
  input: ExportInput,
  now: Date,
): Promise<FileReply> {
  const { filter = {}, sort, language } = input
  const where = machinesWhere(actor.plantId, filter)
  const found = await readRows(db.reads, machinesOf(where, { sort, pageSize: maxRequested }))
  const rows = rowsInMemory(found.map((row) => machineView(row, actor)))
  const known = columnsIn(language)
  return exportAudited(
    db,
    { actor, now, input, name: 'machines', column: (key) => known[key], ...rows },
    { action: 'machines.export', subjectKind: 'machine', filter },
  )
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

interface MachineFacts {
  readonly active: boolean
}

type Verdict = true | MachineReason

const canAddMachine = (tags: readonly string[]): Verdict =>
  tags.includes('equipment.edit') || 'permission.denied'

/** Permitted actions on a machine. A retired machine must be restored before any other action. */
function machineCan(
  tags: readonly string[],
  { active }: MachineFacts,
): { readonly edit: Verdict; readonly retire: Verdict; readonly restore: Verdict } {
  const allowed = canAddMachine(tags)
  if (allowed !== true) return { edit: allowed, retire: allowed, restore: allowed }
  return active
    ? { edit: true, retire: true, restore: 'machine.not_retired' }
    : { edit: 'machine.retired', retire: 'machine.retired', restore: true }
}

interface MachineRead {
  readonly id: number
  readonly code: string
  readonly site: string
  readonly line: string
  readonly name: string
  readonly source: MachineSource
  readonly profile_id: number
  readonly profile_code: string
  readonly profile_version: number
  readonly profile_names: Names
  readonly class: MachineClass
  readonly workshop_id: number | null
  readonly workshop: string | null
  readonly process_id: number | null
  readonly process_code: string | null
  readonly process_names: Names | null
  readonly model: string
  readonly maker: string
  readonly serial_no: string
  readonly criticality: 'A' | 'B' | 'C'
  readonly commissioned_on: string | null
  readonly rated_kw: number | null
  readonly standard_rate: number | null
  readonly rate_unit: string
  readonly x_m: number | null
  readonly y_m: number | null
  readonly width_m: number | null
  readonly depth_m: number | null
  readonly note: string
  readonly active: boolean
  readonly version: number
  readonly updated_at: Date
  readonly updated_by_name: string
}

const machineColumns = sql`m.*, p.code as profile_code, p.profile_version, p.names as profile_names, p.class,
  w.name as workshop, c.code as process_code, c.names as process_names`
const machinesFrom = sql`machines m join machine_profiles p on p.id = m.profile_id
  left join workshops w on w.id = m.workshop_id left join processes c on c.id = m.process_id`

const idOrNull = (id: number | null): string | null => (id === null ? null : String(id))

function machineView(row: MachineRead, { tags }: Actor): MachineRow {
  return {
    id: String(row.id),
    code: row.code,
    site: row.site,
    line: row.line,
    name: row.name,
    source: row.source,
    profileId: String(row.profile_id),
    profile: { code: row.profile_code, profileVersion: row.profile_version, names: row.profile_names },
    class: row.class,
    workshopId: idOrNull(row.workshop_id),
    workshop: row.workshop,
    processId: idOrNull(row.process_id),
    process: processOf(row),
    model: row.model,
    maker: row.maker,
    serialNo: row.serial_no,
    criticality: row.criticality,
    commissionedOn: row.commissioned_on,
    ratedKw: row.rated_kw,
    standardRate: row.standard_rate,
    rateUnit: row.rate_unit,
    xM: row.x_m,
    yM: row.y_m,
    widthM: row.width_m,
    depthM: row.depth_m,
    note: row.note,
    active: row.active,
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by_name,
    version: row.version,
    can: machineCan(tags, row),
  }
}

const processOf = ({ process_code: code, process_names: names }: MachineRead) =>
  code === null || names === null ? null : { code, names }

type ListApi = (typeof machinesApi)['GET /api/machines']
type HistoryApi = (typeof machinesApi)['GET /api/machines/:id/history']
type MachinesQuery = QueryOf<ListApi>

const sorts = bothWays({
  code: ['m.code'],
  name: ['m.name', 'm.code'],
  class: ['p.class', 'm.code'],
  workshop: ['w.code', 'm.code'],
  criticality: ['m.criticality', 'm.code'],
  updatedAt: ['m.updated_at', 'm.id'],
})

/** One page of machines by code, and how many match; a few hundred in all. */
export async function listMachines(
  reads: Reads,
  actor: Actor,
  query: MachinesQuery,
): Promise<ReplyOf<ListApi>> {
  const where = machinesWhere(actor.plantId, query)
  const { rows, total } = await countedPage(reads, machinesOf(where, query), machinesFrom, where)
  return {
    items: rows.map((row) => machineView(row, actor)),
    total,
    can: { add: canAddMachine(actor.tags) },
  }
}

function machinesOf(
  where: RawBuilder<unknown>,
  query: PageQuery & { readonly sort?: MachinesQuery['sort'] },
): RawBuilder<MachineRead> {
  return sql<MachineRead>`select ${machineColumns} from ${machinesFrom} where ${where}
    order by ${sorts[query.sort ?? 'code']} ${limitOf(query)}`
}

function machinesWhere(plantId: number, query: MachinesQuery): RawBuilder<unknown> {
  const pattern = searchPattern(query.q ?? '')
  const { class: classes = [], source = [], criticality = [] } = query
  return allOf([
    sql`m.plant_id = ${plantId}`,
    sql`m.active = ${query.retired !== 'true'}`,
    classes.length === 0 ? null : sql`p.class = any(${[...classes]}::text[])`,
    // Simulated machines are excluded unless requested.
    source.length === 0 ? sql`m.source <> 'sim'` : sql`m.source = any(${[...source]}::text[])`,
    criticality.length === 0 ? null : sql`m.criticality = any(${[...criticality]}::text[])`,
    inState(query.state),
    query.workshopId === undefined ? null : sql`m.workshop_id = ${query.workshopId}`,
    query.profileId === undefined ? null : sql`m.profile_id = ${query.profileId}`,
    pattern === null ? null : sql`m.search like ${pattern}`,
  ])
}

/** What they do now. */
const inState = (states: MachinesQuery['state'] = []): RawBuilder<unknown> | null =>
  states.length === 0
    ? null
    : sql`(select ${shownState} from (select m.id) m ${shownStateJoins}) = any(${[...states]}::text[])`

/** Fails with `not_found` when the plant has no such machine. */
export function oneMachine(reads: Reads, actor: Actor, id: string): Promise<MachineRow> {
  return theMachine(reads, actor, sql`m.id = ${Number(id)}`)
}

/** A machine by its code, as in its QR code; fails with `not_found`. */
export function machineByCode(reads: Reads, actor: Actor, code: string): Promise<MachineRow> {
  return theMachine(reads, actor, sql`m.code = ${code}`)
}

async function theMachine(reads: Reads, actor: Actor, which: RawBuilder<unknown>): Promise<MachineRow> {
  const [row] = await readRows(
    reads,
    sql<MachineRead>`select ${machineColumns} from ${machinesFrom} where m.plant_id = ${actor.plantId} and ${which}`,
  )
  return row === undefined ? fail('not_found') : machineView(row, actor)
}

/** Changes of a machine; fails with `not_found` when the plant has no such machine. */
export async function machineHistory(
  reads: Reads,
  actor: Actor,
  id: string,
  query: QueryOf<HistoryApi>,
): Promise<ReplyOf<HistoryApi>> {
  await oneMachine(reads, actor, id)
  return subjectHistory(reads, { plantId: actor.plantId, kind: 'machine', id }, query)
}
