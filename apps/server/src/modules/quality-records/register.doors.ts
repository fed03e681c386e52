import type { Actor } from '../../platform/auth/actor.ts'
import type { Database } from '../../platform/db/handles.ts'
import { addToRegister, changeRegister, removeFromRegister } from './change-register.ts'
import type { Register, RegisterRow } from './register.ts'
import { registerRow } from './register.reads.ts'

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
