import { purchasesApi } from '@cloud-factory/contract/purchasing/purchases'
import { suppliersApi } from '@cloud-factory/contract/purchasing/suppliers'
import { suppliers } from '@cloud-factory/domain/purchasing/purchasing-resources'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { canChange, type Crud } from '../../platform/crud/crud.ts'
import { crudRoutes, type CrudDeps } from '../../platform/crud/crud-routes.ts'
import type { Write } from '../../platform/db/handles.ts'
import { routes } from '../../platform/http/routes.ts'
import type { Module } from '../../platform/module.ts'
import { receiveBoughtParts, requestBolts } from './buy-bolts.ts'
import { listLines } from './purchase-lines.queries.ts'
import { listPurchases, onePurchase } from './purchases.queries.ts'
import { receivePurchase } from './receive-purchase.ts'
import { requestNestBars, requestShortage } from './request-bars.ts'
import { changePurchase, createPurchase, movePurchase } from './save-purchase.ts'
import { listStockValue } from './stock-value.ts'
import { purchasesDemo } from './purchases.demo.ts'

const supplierCrud: Crud<typeof suppliers, typeof suppliersApi, { readonly used: boolean }> = {
  resource: suppliers,
  columns: () => sql`(exists (select from purchases p where p.supplier_id = r.id)
    or exists (select from subcontracts s where s.supplier_id = r.id)) as used`,
  sorts: { code: ['r.code'], name: ['r.name', 'r.code'] },
  words: sql`r.code || ' ' || r.name || ' ' || r.contact`,
  view: (row, { actor }) => ({ can: canChange(suppliers, actor, row.used) }),
}

/** Suppliers, purchase orders from requisition to receipt, and the value of steel in stock. */
export function purchasingModule({ db, clock }: CrudDeps): Module {
  const created = async (actor: Actor, work: (write: Write, now: Date) => Promise<string>) => {
    const now = clock.now()
    const id = await db.tx((write) => work(write, now))
    return onePurchase(db.reads, actor, id, now)
  }
  const done = (actor: Actor, id: string, work: (write: Write, now: Date) => Promise<void>) =>
    created(actor, async (write, now) => {
      await work(write, now)
      return id
    })
  const step =
    (name: 'approve' | 'order' | 'close' | 'cancel') =>
    ({ actor, params: { id }, body }: { actor: Actor; params: { id: string }; body: { version: number } }) =>
      done(actor, id, (write, now) => movePurchase(write, actor, id, { step: name, ...body }, now))
  const purchases = routes(purchasesApi, {
    'GET /api/purchases': ({ actor, query }) => listPurchases(db.reads, actor, query),
    'GET /api/purchases/:id': ({ actor, params: { id } }) => onePurchase(db.reads, actor, id, clock.now()),
    'GET /api/purchase-lines': ({ actor, query }) => listLines(db.reads, actor, query, clock.now()),
    'GET /api/stock-value': ({ actor, query }) => listStockValue(db.reads, actor, query),
    'POST /api/purchases': ({ actor, body }) =>
      created(actor, (write, now) => createPurchase(write, actor, body, now)),
    'PATCH /api/purchases/:id': ({ actor, params: { id }, body }) =>
      done(actor, id, (write, now) => changePurchase(write, actor, id, body, now)),
    'POST /api/purchase-requests': ({ actor, body }) =>
      created(actor, (write, now) => requestShortage(write, actor, body, now)),
    'POST /api/bolt-requests': ({ actor, body }) =>
      created(actor, (write, now) => requestBolts(write, actor, body, now)),
    'POST /api/nests/:id/request-bars': ({ actor, params: { id } }) =>
      created(actor, (write, now) => requestNestBars(write, actor, id, now)),
    'POST /api/purchases/:id/approve': step('approve'),
    'POST /api/purchases/:id/order': step('order'),
    'POST /api/purchases/:id/close': step('close'),
    'POST /api/purchases/:id/cancel': step('cancel'),
    'POST /api/purchases/:id/receive': ({ actor, params: { id }, body }) =>
      done(actor, id, (write, now) => receivePurchase(write, actor, id, body, now)),
    'POST /api/purchases/:id/receive-bolts': ({ actor, params: { id }, body }) =>
      done(actor, id, (write, now) => receiveBoughtParts(write, actor, id, body, now)),
  })
  return {
    name: 'purchasing',
    routes: [routes(suppliersApi, crudRoutes({ db, clock }, supplierCrud)), purchases],
    demo: purchasesDemo,
  }
}
