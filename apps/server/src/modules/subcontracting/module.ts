import { subcontractsApi } from '@cloud-factory/contract/subcontracting/subcontracts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { CrudDeps } from '../../platform/crud/crud-routes.ts'
import type { Write } from '../../platform/db/handles.ts'
import { routes } from '../../platform/http/routes.ts'
import type { Module } from '../../platform/module.ts'
import type { WorkPorts } from '../production/public.ts'
import { listOutsidePieces } from './outside-pieces.queries.ts'
import { receivePieces, undoMoves } from './receive-pieces.ts'
import { changeSubcontract, createSubcontract, moveSubcontract } from './save-subcontract.ts'
import { addPieces, removePieces, sendPieces } from './send-pieces.ts'
import { subcontractsDemo } from './subcontracts.demo.ts'
import { listSubcontracts, oneSubcontract } from './subcontracts.queries.ts'

interface SubcontractingDeps extends CrudDeps {
  readonly gates: WorkPorts
}

/** Work that suppliers do: subcontracts of orders, the pieces that go out and come back, and what they cost. */
export function subcontractingModule({ db, clock, gates }: SubcontractingDeps): Module {
  const created = async (actor: Actor, work: (write: Write, now: Date) => Promise<string>) => {
    const now = clock.now()
    const id = await db.tx((write) => work(write, now))
    return oneSubcontract(db.reads, actor, id, now)
  }
  const done = (actor: Actor, id: string, work: (write: Write, now: Date) => Promise<void>) =>
    created(actor, async (write, now) => {
      await work(write, now)
      return id
    })
  const step =
    (name: 'close' | 'reopen' | 'cancel') =>
    ({ actor, params: { id }, body }: { actor: Actor; params: { id: string }; body: { version: number } }) =>
      done(actor, id, (write, now) => moveSubcontract(write, actor, id, { step: name, ...body }, now))
  const command = (write: Write, actor: Actor, id: string) => ({ write, actor, id, now: clock.now() })
  return {
    name: 'subcontracting',
    routes: [
      routes(subcontractsApi, {
        'GET /api/subcontracts': ({ actor, query }) => listSubcontracts(db.reads, actor, query, clock.now()),
        'GET /api/subcontracts/:id': ({ actor, params: { id } }) =>
          oneSubcontract(db.reads, actor, id, clock.now()),
        'GET /api/subcontracts/:id/pieces': ({ actor, params: { id }, query }) =>
          listOutsidePieces(db.reads, actor.plantId, id, query),
        'POST /api/subcontracts': ({ actor, body }) =>
          created(actor, (write, now) => createSubcontract(write, actor, body, now)),
        'PATCH /api/subcontracts/:id': ({ actor, params: { id }, body }) =>
          done(actor, id, (write, now) => changeSubcontract(write, actor, id, body, now)),
        'POST /api/subcontracts/:id/pieces': ({ actor, params: { id }, body }) =>
          db.tx((write) => addPieces(command(write, actor, id), body)),
        'POST /api/subcontracts/:id/remove': ({ actor, params: { id }, body }) =>
          db.tx((write) => removePieces(command(write, actor, id), body)),
        'POST /api/subcontracts/:id/send': ({ actor, params: { id }, body }) =>
          db.tx((write) => sendPieces(command(write, actor, id), body)),
        'POST /api/subcontracts/:id/receive': ({ actor, params: { id }, body }) =>
          db.tx((write) => receivePieces(command(write, actor, id), body, gates)),
        'POST /api/subcontracts/:id/undo': ({ actor, params: { id }, body }) =>
          db.tx((write) => undoMoves(command(write, actor, id), body)),
        'POST /api/subcontracts/:id/close': step('close'),
        'POST /api/subcontracts/:id/reopen': step('reopen'),
        'POST /api/subcontracts/:id/cancel': step('cancel'),
      }),
    ],
    demo: (write, context) => subcontractsDemo(write, context, gates),
  }
}
