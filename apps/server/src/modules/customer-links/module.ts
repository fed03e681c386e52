import { customerApi, customerLinksApi } from '@cloud-factory/contract/customer-links/customer-links'
import type { Actor, Authenticate } from '../../platform/auth/actor.ts'
import type { Passwords } from '../../platform/auth/passwords.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database, Write } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import type { Module } from '../../platform/module.ts'
import { answerInvitation, signInvitation } from '../inspection/public.ts'
import { releasedDossiers } from '../quality-documents/public.ts'
import {
  customerChunk,
  customerInvitations,
  customerModel,
  customerModelDays,
  customerProject,
  ordersWithDossiers,
} from './customer.queries.ts'
import {
  asSigner,
  customerLinkOf,
  endSession,
  openSession,
  recordDownload,
  withCustomers,
} from './customer-session.ts'
import { createLink, extendLink, linksOf, oneLink, revokeLink } from './links.ts'

interface CustomerLinksDeps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly files: FileStore
  readonly passwords: Passwords
}

/** Routes of the factory: who has a link, and until when. */
function linkRoutes(deps: CustomerLinksDeps): Routes {
  const { db, clock } = deps
  const changed = async (actor: Actor, id: string, change: (write: Write, now: Date) => Promise<void>) => {
    const now = clock.now()
    await db.tx((write) => change(write, now))
    return oneLink(db.reads, actor.plantId, id, now)
  }
  return routes(customerLinksApi, {
    'GET /api/projects/:id/customer-links': async ({ actor: { plantId }, params }) => ({
      orders: await ordersWithDossiers(db.reads, plantId, params.id),
      items: await linksOf(db.reads, plantId, params.id, clock.now()),
    }),
    'POST /api/projects/:id/customer-links': ({ actor, params, body }) =>
      createLink(deps, actor, params.id, body),
    'POST /api/customer-links/:id/extend': ({ actor, params: { id }, body: { version, days } }) =>
      changed(actor, id, (write, now) => extendLink(write, actor, { id, version, now }, days)),
    'POST /api/customer-links/:id/revoke': ({ actor, params: { id }, body: { version } }) =>
      changed(actor, id, (write, now) => revokeLink(write, actor, { id, version, now })),
  })
}

/** Routes of the customer: everything is looked up within the project of the link. */
function customerRoutes({ db, clock, files, passwords }: CustomerLinksDeps): Routes {
  const { reads } = db
  const open = openSession({ db, clock, passwords })
  const target = (actor: Actor, id: string) => ({ ...customerLinkOf(actor), id, now: clock.now() })
  const oneInvitation = async (actor: Actor, id: string) =>
    (await customerInvitations(reads, actor, id))[0] ?? fail('not_found')
  return routes(customerApi, {
    'POST /api/customer/session': ({ actor, body }) => open(actor, body.password),
    'DELETE /api/customer/session': ({ actor }) => db.tx((write) => endSession(write, actor)),
    'GET /api/customer/project': ({ actor }) => customerProject(reads, actor, clock.now()),
    'GET /api/customer/orders/:id/model': ({ actor, params }) =>
      customerModel(reads, actor, params.id, clock.now()),
    'GET /api/customer/orders/:id/model-days': ({ actor, params }) =>
      customerModelDays(reads, actor, params.id, clock.now()),
    'GET /api/customer/models/:id/chunks/:position': async ({ actor, params }) => {
      const { sha256, bytes } = await customerChunk(reads, actor, params)
      const name = `model-${params.id}-${params.position}.gz`
      return { name, type: 'application/gzip', bytes, body: files.stream(sha256), lasting: true }
    },
    'GET /api/customer/invitations': async ({ actor }) => ({
      items: await customerInvitations(reads, actor),
    }),
    'PUT /api/customer/invitations/:id/answer': async ({ actor, params: { id }, body }) => {
      await db.tx((write) => answerInvitation(write, asSigner(actor), target(actor, id), body))
      return oneInvitation(actor, id)
    },
    'PUT /api/customer/invitations/:id/signature': async ({ actor, params: { id }, body }) => {
      await db.tx((write) => signInvitation(write, asSigner(actor), target(actor, id), body))
      return oneInvitation(actor, id)
    },
    'GET /api/customer/dossiers': async ({ actor }) => {
      const dossiers = await releasedDossiers(reads, actor.plantId, customerLinkOf(actor).projectId)
      return { items: dossiers.map(({ view }) => view) }
    },
    'GET /api/customer/dossiers/:id/file': async ({ actor, params }) => {
      const dossiers = await releasedDossiers(reads, actor.plantId, customerLinkOf(actor).projectId)
      const { view, fileName, sha256 } =
        dossiers.find(({ view: { id } }) => id === params.id) ?? fail('not_found')
      const after = { order: view.orderNo, hash: view.hash }
      await db.tx((write) => recordDownload(write, actor, after))
      return { name: fileName, type: 'application/pdf', bytes: view.bytes, body: files.stream(sha256) }
    },
  })
}

export interface CustomerLinksModule extends Module {
  /** Extends the given authentication by customers. */
  readonly withCustomers: (others: Authenticate) => Authenticate
}

/** Links by which customers see one project, and what they reach there. */
export const customerLinksModule = (deps: CustomerLinksDeps): CustomerLinksModule => ({
  name: 'customer-links',
  routes: [linkRoutes(deps), customerRoutes(deps)],
  withCustomers: withCustomers(deps),
})
