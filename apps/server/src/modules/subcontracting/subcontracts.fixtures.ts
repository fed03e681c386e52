import { sql } from 'kysely'
import { testActor } from '../../../test/actor.ts'
import { type Database, readRows } from '../../platform/db/handles.ts'
import { now } from '../orders/orders.fixtures.ts'
import { passing } from '../production/work.fixtures.ts'
import { outsidePlaces } from './outside-pieces.queries.ts'
import { receivePieces, undoMoves } from './receive-pieces.ts'
import { createSubcontract, moveSubcontract } from './save-subcontract.ts'
import { addPieces, removePieces, sendPieces } from './send-pieces.ts'
import { oneSubcontract } from './subcontracts.queries.ts'

export const buyer = testActor({ userId: '31', cnName: '采购员', tags: ['purchase.view', 'purchase.edit'] })

/** Ports of work reports that know which pieces are outside. */
export const outsidePorts = { ...passing, outside: outsidePlaces }

type Input = Parameters<typeof createSubcontract>[2]
type Receipt = Parameters<typeof receivePieces>[1]

let number = 0

/** Sends work of an order out and takes it back, on one database. */
export function subcontractPerson(db: Database) {
  const one = (id: string) => oneSubcontract(db.reads, buyer, id, now)
  const line = async (id: string) => (await one(id)).lines[0]?.id ?? ''
  return {
    one,
    create: async (orderId: string, process: string | null, more: Partial<Input> = {}) => {
      const code = `W-${(number += 1)}`
      await db.tx((write) =>
        sql`insert into suppliers (plant_id, code, name, updated_by_name) values (1, ${code}, '宏泰', 'x')`.execute(
          write,
        ),
      )
      const [row] = await readRows(
        db.reads,
        sql<{ id: string }>`select id::text from suppliers where code = ${code}`,
      )
      const lines = [{ id: null, fromProcessId: process, toProcessId: process, price: 2, note: '' }]
      const input = {
        orderId,
        supplierId: row?.id ?? '',
        basis: 'kg' as const,
        promisedOn: '2026-03-25',
        note: '',
        lines,
        ...more,
      }
      return db.tx((write) => createSubcontract(write, buyer, input, now))
    },
    add: async (id: string, pieces: string[]) => {
      const lineId = await line(id)
      return db.tx((write) => addPieces({ write, actor: buyer, id, now }, { lineId, pieces }))
    },
    remove: (id: string, pieces: string[]) =>
      db.tx((write) => removePieces({ write, actor: buyer, id, now }, { pieces })),
    send: (id: string, pieces: string[], sentOn = '2026-03-20') =>
      db.tx((write) => sendPieces({ write, actor: buyer, id, now }, { pieces, sentOn })),
    receive: (id: string, pieces: string[], more: Partial<Receipt> = {}, ports = outsidePorts) =>
      db.tx((write) =>
        receivePieces(
          { write, actor: buyer, id, now },
          {
            backOn: '2026-03-20',
            result: 'accepted',
            reason: '',
            pieces: pieces.map((piece) => ({ piece, kg: null })),
            ...more,
          },
          ports,
        ),
      ),
    undo: (id: string, pieces: string[]) =>
      db.tx((write) => undoMoves({ write, actor: buyer, id, now }, { pieces, reason: '登记错误' })),
    move: async (id: string, step: 'close' | 'reopen' | 'cancel') => {
      const { version } = await one(id)
      await db.tx((write) => moveSubcontract(write, buyer, id, { step, version }, now))
    },
  }
}
