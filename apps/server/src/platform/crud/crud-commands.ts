import type { Endpoint } from '@cloud-factory/contract/endpoint'
import {
  actionsOf,
  eventsOf,
  nameOf,
  type Resource,
  type ValuesOf,
} from '@cloud-factory/domain/resource/resource'
import { differences } from '../audit/differences.ts'
import { recordAction } from '../audit/record-action.ts'
import { asReads } from '../db/handles.ts'
import { rejectingBroken } from '../db/rejecting-broken.ts'
import {
  deleteRow,
  insertRow,
  type NewRow,
  rowForUpdate,
  type SavedFields,
  saveRow,
  type SignedTable,
} from '../db/signed-rows.ts'
import { fail } from '../http/domain-error.ts'
import {
  type BodyIn,
  columnsOf,
  type CommandContext,
  type Crud,
  oneRow,
  ownValues,
  type RowOf,
} from './crud.ts'

type Table = Readonly<Record<string, Endpoint>>
type Stored = Resource & { readonly table: SignedTable }
type Values = Readonly<Record<string, unknown>>

/** Returns the new row's id. */
export async function createRow<R extends Stored, Api extends Table, More>(
  crud: Crud<R, Api, More>,
  context: CommandContext,
  input: BodyIn<R, Api>,
): Promise<string> {
  const { resource } = crud
  const own = ownValues(resource, input as object)
  await crud.lock?.(context)
  await crud.check?.(context, input, null)
  const id = await rejecting(resource, own, () => insertOne(crud, context, input))
  await record(crud, context, 'create', {
    id: String(id),
    named: own,
    after: { ...own, ...reasonsIn(resource, input) },
  })
  return String(id)
}

/** Writes a new row and returns its id; demo data are not audited. */
export async function insertOne<R extends Stored, Api extends Table, More>(
  crud: Crud<R, Api, More>,
  context: CommandContext,
  input: BodyIn<R, Api>,
): Promise<number> {
  const columns = await rowOf(crud, context, input, null)
  const { write, actor } = context
  const id = await insertRow(write, actor, crud.resource.table, columns as NewRow<R['table']>)
  await crud.save?.(context, id, input)
  return id
}

/** Changes a row; writes nothing when nothing differs. */
export async function updateRow<R extends Stored, Api extends Table, More>(
  crud: Crud<R, Api, More>,
  context: CommandContext,
  id: string,
  input: BodyIn<R, Api> & { readonly version: number },
): Promise<void> {
  const { resource } = crud
  const before = await rowForChange(crud, context, id, input.version)
  const own = ownValues(resource, input)
  const changes = differences(before as object, own)
  if (changes === null) return
  await crud.check?.(context, input, before)
  await rejecting(resource, own, async () => {
    const columns = await rowOf(crud, context, input, before)
    await saveRow(
      context.write,
      context.actor,
      resource.table,
      Number(id),
      columns as SavedFields<R['table']>,
    )
    await crud.save?.(context, Number(id), input)
  })
  const after = { ...changes.after, ...reasonsIn(resource, input) }
  await record(crud, context, 'update', { id, named: own, before: changes.before, after })
}

/** Deletes a row that nothing refers to. */
export async function removeRow<R extends Stored, Api extends Table, More>(
  crud: Crud<R, Api, More>,
  context: CommandContext,
  id: string,
  version: number,
): Promise<void> {
  const { resource } = crud
  const own = ownValues(resource, (await rowForChange(crud, context, id, version)) as object)
  const { write, actor } = context
  await rejecting(resource, own, () => deleteRow(write, actor.plantId, resource.table, Number(id)))
  await record(crud, context, 'delete', { id, named: own, before: own })
}

/** The row, locked until the transaction ends; fails when its version is another one. */
async function rowForChange<R extends Stored, Api extends Table, More>(
  crud: Crud<R, Api, More>,
  context: CommandContext,
  id: string,
  version: number,
): Promise<RowOf<R, Api>> {
  const { write, actor } = context
  await crud.lock?.(context)
  await rowForUpdate(write, crud.resource.table, actor.plantId, id)
  const current = await oneRow(crud, asReads(write), context, id)
  return (current as { readonly version: number }).version === version
    ? current
    : fail('version.conflict', { current: current as object })
}

const rowOf = async <R extends Stored, Api extends Table, More>(
  crud: Crud<R, Api, More>,
  context: CommandContext,
  input: BodyIn<R, Api>,
  before: RowOf<R, Api> | null,
): Promise<Values> => ({
  ...columnsOf(crud.resource, input as Values, crud.words === undefined),
  ...(await crud.stored?.(input, context, before)),
})

/** Input besides the fields is not stored, but why a change was made stays in the audit log. */
const reasonsIn = ({ fields }: Resource, input: unknown): Values =>
  Object.fromEntries(
    Object.entries(input as Values).filter(
      ([key, value]) => key !== 'version' && !(key in fields) && value !== undefined,
    ),
  )

const rejecting = <T>({ unique }: Resource, values: Values, work: () => Promise<T>): Promise<T> =>
  rejectingBroken(unique === undefined ? null : { name: unique, value: values[unique] as string }, work)

interface Change {
  readonly id: string
  readonly named: Values
  readonly before?: object
  readonly after?: object
}

async function record<R extends Stored, Api extends Table, More>(
  { resource, named: called, audited }: Crud<R, Api, More>,
  context: CommandContext,
  command: 'create' | 'update' | 'delete',
  { id, named, before, after }: Change,
): Promise<void> {
  const values = async (shown: object) => (await audited?.(context, shown)) ?? shown
  await recordAction(context.write, context.actor, {
    action: actionsOf(resource)[command],
    subjectKind: resource.subject,
    event: eventsOf(resource)[command],
    id,
    name: (await called?.(context, named as ValuesOf<R>)) ?? nameOf(resource, named, ({ zh }) => zh),
    ...(before && { before: await values(before) }),
    ...(after && { after: await values(after) }),
  })
}
