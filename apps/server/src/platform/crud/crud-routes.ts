import type { Endpoint } from '@cloud-factory/contract/endpoint'
import type { Resource } from '@cloud-factory/domain/resource/resource'
import type { Actor } from '../auth/actor.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database } from '../db/handles.ts'
import type { SignedTable } from '../db/signed-rows.ts'
import {
  type BodyIn,
  type CommandContext,
  type Crud,
  listRows,
  oneRow,
  type QueryIn,
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
  crud: Crud<R, Api, More>,
): Handlers<R, Api> {
  const { path } = crud.resource
  const one = (actor: Actor, id: string) => oneRow(crud, db.reads, { actor, now: clock.now() }, id)
  const inOne = <T>(actor: Actor, work: (context: CommandContext) => Promise<T>) =>
    db.tx((write) => work({ write, actor, now: clock.now() }))
  return {
    [`GET /api/${path}`]: ({ actor, query }: Called & { readonly query: QueryIn<R, Api> }) =>
      listRows(crud, db.reads, { actor, now: clock.now() }, query),
    [`POST /api/${path}`]: async ({ actor, body }: Called & { readonly body: BodyIn<R, Api> }) =>
      one(actor, await inOne(actor, (context) => createRow(crud, context, body))),
    [`PATCH /api/${path}/:id`]: async ({
      actor,
      params: { id },
      body,
    }: Named & { readonly body: BodyIn<R, Api> & { readonly version: number } }) => {
      await inOne(actor, (context) => updateRow(crud, context, id, body))
      return one(actor, id)
    },
    [`DELETE /api/${path}/:id`]: ({
      actor,
      params: { id },
      query: { version },
    }: Named & { readonly query: { readonly version: number } }) =>
      inOne(actor, (context) => removeRow(crud, context, id, version)),
  } as unknown as Handlers<R, Api>
}
