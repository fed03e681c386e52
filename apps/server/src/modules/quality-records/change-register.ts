import { differences } from '../../platform/audit/differences.ts'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write, type Database } from '../../platform/db/handles.ts'
import { violationOf } from '../../platform/db/violation.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import {
  type Register,
  type RegisterRow,
  type RegisterTable,
  registerRow,
  deleteRegisterRow,
  insertRegisterRow,
  lockRegisterRow,
  saveRegisterRow,
} from './register.ts'

/** Returns the new row's id. */
export async function addToRegister<Stored extends object, Row extends RegisterRow, Input extends object>(
  write: Write,
  actor: Actor,
  register: Register<Stored, Row, Input>,
  input: Input,
): Promise<string> {
  await register.check?.(write, actor, input)
  const name = register.name(input)
  const id = await rejectingDuplicate(register.unique, name, () =>
    insertRegisterRow(write, actor, register.table, register.stored(input)),
  )
  await record(write, actor, register.table, 'created', { id: String(id), name, after: input })
  return String(id)
}

/** Changes a row of a register; nothing is written when nothing differs. */
async function changeRegister<Stored extends object, Row extends RegisterRow, Input extends object>(
  write: Write,
  actor: Actor,
  register: Register<Stored, Row, Input>,
  id: string,
  { version, ...rest }: Input & { readonly version: number },
): Promise<void> {
  const input = rest as unknown as Input
  const row = await heldRow(write, actor, register, id, version)
  const changes = differences(row, input)
  if (changes === null) return
  await register.check?.(write, actor, input)
  const name = register.name(input)
  await rejectingDuplicate(register.unique, name, () =>
    saveRegisterRow(write, actor, register.table, id, register.stored(input)),
  )
  await record(write, actor, register.table, 'changed', { id, name, ...changes })
}

/** Deletes a row that nothing names. */
export async function removeFromRegister<
  Stored extends object,
  Row extends RegisterRow,
  Input extends object,
>(
  write: Write,
  actor: Actor,
  register: Register<Stored, Row, Input>,
  id: string,
  version: number,
): Promise<void> {
  const before = await heldRow(write, actor, register, id, version)
  try {
    await deleteRegisterRow(write, actor.plantId, register.table, id)
  } catch (error) {
    if (violationOf(error)?.kind === 'foreign') fail('in_use')
    throw error
  }
  const name = register.name(before as unknown as Input)
  const computed: ReadonlySet<string> = new Set(['can', ...register.computed])
  const entered = Object.fromEntries(Object.entries(before).filter(([field]) => !computed.has(field)))
  await record(write, actor, register.table, 'deleted', { id, name, before: entered })
}

async function heldRow<Stored extends object, Row extends RegisterRow, Input extends object>(
  write: Write,
  actor: Actor,
  register: Register<Stored, Row, Input>,
  id: string,
  version: number,
): Promise<Row> {
  await lockRegisterRow(write, actor.plantId, register.table, id)
  const row = await registerRow(register, asReads(write), actor, id)
  return row.version === version ? row : fail('version.conflict', { current: row })
}

async function rejectingDuplicate<T>(field: string, value: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const violation = violationOf(error)
    if (violation?.kind === 'unique') fail('duplicate', { params: { field, value } })
    if (violation?.kind === 'check')
      fail('request.invalid', { errors: [{ path: 'body', reason: 'invalid_value' }] })
    throw error
  }
}

/** Words of the audit log: what is added, changed and deleted. */
const subjects = {
  welders: { subjectKind: 'welder' },
  welder_certificates: { subjectKind: 'certificate' },
  wps: { subjectKind: 'wps' },
  coat_specs: { subjectKind: 'coat_spec' },
} as const satisfies Record<RegisterTable, object>
const actions = {
  welders: { action: ['welders.create', 'welders.update', 'welders.delete'] },
  welder_certificates: { action: ['certificates.create', 'certificates.update', 'certificates.delete'] },
  wps: { action: ['wps.create', 'wps.update', 'wps.delete'] },
  coat_specs: { action: ['coat_specs.create', 'coat_specs.update', 'coat_specs.delete'] },
} as const satisfies Record<RegisterTable, object>
const facts = ['created', 'changed', 'deleted'] as const

interface Change {
  readonly id: string
  readonly name: string
  readonly before?: unknown
  readonly after?: unknown
}

async function record(
  write: Write,
  actor: Actor,
  table: RegisterTable,
  fact: (typeof facts)[number],
  { id, name, ...change }: Change,
): Promise<void> {
  const action = actions[table].action[facts.indexOf(fact)] ?? ''
  const subject = { ...subjects[table], subjectId: id, subjectName: name }
  await recordAudit(write, actor, { action, ...subject, ...change })
  await recordEvent(write, actor, { name: `${table}.${fact}`, subjectId: id })
}

interface ActorRequest {
  readonly actor: Actor
}
interface Named extends ActorRequest {
  readonly params: { readonly id: string }
}

/** The three writing routes of one register. */
export const crudRoutes = <Stored extends object, Row extends RegisterRow, Input extends object>(
  db: Database,
  of: (plantId: number) => Register<Stored, Row, Input>,
) => ({
  add: async ({ actor, body }: ActorRequest & { readonly body: Input }): Promise<Row> => {
    const register = of(actor.plantId)
    const id = await db.tx((write) => addToRegister(write, actor, register, body))
    return registerRow(register, db.reads, actor, id)
  },
  change: async ({
    actor,
    params,
    body,
  }: Named & { readonly body: Input & { readonly version: number } }): Promise<Row> => {
    const register = of(actor.plantId)
    await db.tx((write) => changeRegister(write, actor, register, params.id, body))
    return registerRow(register, db.reads, actor, params.id)
  },
  remove: async ({
    actor,
    params,
    query,
  }: Named & { readonly query: { readonly version: number } }): Promise<void> => {
    await db.tx((write) => removeFromRegister(write, actor, of(actor.plantId), params.id, query.version))
  },
})
