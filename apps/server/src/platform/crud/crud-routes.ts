import type { Endpoint } from '@cloud-factory/contract/endpoint'
import type { Resource } from '@cloud-factory/domain/resource/resource'
import type { Actor } from '../auth/actor.ts'
import type { Clock } from '../clock/clock.ts'
import { asReads, type Database, type Reads } from '../db/handles.ts'
import type { SignedTable } from '../db/signed-rows.ts'
import {
  type BodyIn,
  type CommandContext,
  type Crud,
  listRows,
  type LoadedCrud,
  oneRow,
  type QueryIn,
  type ReadContext,
  type RowOf,
} from './crud.ts'
import { createRow, removeRow, updateRow } from './crud-commands.ts'

export interface CrudDeps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
}

type Table = Readonly<Record<string, Endpoint>>
interface Called {
  readonly actor: Actor
}
interface Named extends Called {
  readonly params: { readonly id: string }
}

type Handlers<R extends Resource & { readonly table: SignedTable }, Api extends Table> = {
  readonly [K in `GET /api/${R['path']}`]: (
    call: Called & { readonly query: QueryIn<R, Api> },
  ) => Promise<{ items: RowOf<R, Api>[]; total: number }>
} & {
  readonly [K in `POST /api/${R['path']}`]: (
    call: Called & { readonly body: BodyIn<R, Api> },
  ) => Promise<RowOf<R, Api>>
} & {
  readonly [K in `PATCH /api/${R['path']}/:id`]: (
    call: Named & { readonly body: BodyIn<R, Api> & { readonly version: number } },
  ) => Promise<RowOf<R, Api>>
} & {
  readonly [K in `DELETE /api/${R['path']}/:id`]: (
    call: Named & { readonly query: { readonly version: number } },
  ) => Promise<void>
}

/** Handlers of the endpoints of a resource. */
export function crudRoutes<R extends Resource & { readonly table: SignedTable }, Api extends Table, More>(
  { db, clock }: CrudDeps,
  crud: Crud<R, Api, More> | LoadedCrud<R, Api, More>,
): Handlers<R, Api> {
  const { path } = crud.resource
  const loaded = async (reads: Reads, context: ReadContext, id: string | null) =>
    'load' in crud ? crud.load(reads, context, id) : crud
  const one = async (actor: Actor, id: string) => {
    const context = { actor, now: clock.now() }
    return oneRow(await loaded(db.reads, context, id), db.reads, context, id)
  }
  const inOne = <T>(
    actor: Actor,
    id: string | null,
    work: (one: Crud<R, Api, More>, context: CommandContext) => Promise<T>,
  ) =>
    db.tx(async (write) => {
      const context = { write, actor, now: clock.now() }
      return work(await loaded(asReads(write), context, id), context)
    })
  return {
    [`GET /api/${path}`]: async ({ actor, query }: Called & { readonly query: QueryIn<R, Api> }) => {
      const context = { actor, now: clock.now() }
      return listRows(await loaded(db.reads, context, null), db.reads, context, query)
    },
    [`POST /api/${path}`]: async ({ actor, body }: Called & { readonly body: BodyIn<R, Api> }) =>
      one(actor, await inOne(actor, null, (own, context) => createRow(own, context, body))),
    [`PATCH /api/${path}/:id`]: async ({
      actor,
      params: { id },
      body,
    }: Named & { readonly body: BodyIn<R, Api> & { readonly version: number } }) => {
      await inOne(actor, id, (own, context) => updateRow(own, context, id, body))
      return one(actor, id)
    },
    [`DELETE /api/${path}/:id`]: ({
      actor,
      params: { id },
      query: { version },
    }: Named & { readonly query: { readonly version: number } }) =>
      inOne(actor, id, (own, context) => removeRow(own, context, id, version)),
  } as unknown as Handlers<R, Api>
}
