import { trialAssembliesApi } from '@cloud-factory/contract/trial-assembly/trial-assemblies'
import type { Actor } from '../../platform/auth/actor.ts'
import type { CrudDeps } from '../../platform/crud/crud-routes.ts'
import type { Write } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { keepFiles, pictureType } from '../../platform/files/keep-files.ts'
import { onePhoto } from '../../platform/files/photos.store.ts'
import { routes } from '../../platform/http/routes.ts'
import type { Module } from '../../platform/module.ts'
import {
  addTrialPhotos,
  moveTrial,
  releaseTrial,
  saveTrialReadings,
  setRequirement,
} from './release-trial.ts'
import { changeTrial, createTrial, type PiecePort, trialForAction } from './save-trial.ts'
import { listTrials, oneTrial, requirementsOf } from './trials.queries.ts'
import { trialsDemo } from './trials.demo.ts'

interface TrialAssemblyDeps extends CrudDeps {
  readonly files: FileStore
  readonly orders: PiecePort
}

/** Trial assemblies: pieces laid out before dispatch, their measurements and release, and where that is required. */
export function trialAssemblyModule({ db, clock, files, orders }: TrialAssemblyDeps): Module {
  const done = async (actor: Actor, id: string, work: (write: Write) => Promise<unknown>) => {
    await db.tx(work)
    return oneTrial(db.reads, actor, id)
  }
  return {
    name: 'trial-assembly',
    routes: [
      routes(trialAssembliesApi, {
        'GET /api/trial-assemblies': ({ actor, query }) => listTrials(db.reads, actor, query),
        'GET /api/trial-assemblies/:id': ({ actor, params }) => oneTrial(db.reads, actor, params.id),
        'POST /api/trial-assemblies': async ({ actor, body }) => {
          const id = await db.tx((write) => createTrial(write, actor, body, orders, clock.now()))
          return oneTrial(db.reads, actor, id)
        },
        'PATCH /api/trial-assemblies/:id': ({ actor, params: { id }, body }) =>
          done(actor, id, (write) => changeTrial(write, actor, id, body, orders)),
        'PUT /api/trial-assemblies/:id/readings': ({ actor, params: { id }, body }) =>
          done(actor, id, (write) => saveTrialReadings(write, actor, id, body, clock.now())),
        'POST /api/trial-assemblies/:id/release': ({ actor, params: { id }, body }) =>
          done(actor, id, (write) => releaseTrial(write, actor, id, body, clock.now())),
        'POST /api/trial-assemblies/:id/reopen': ({ actor, params: { id }, body }) =>
          done(actor, id, (write) => moveTrial(write, actor, id, { step: 'reopen', ...body })),
        'POST /api/trial-assemblies/:id/cancel': ({ actor, params: { id }, body }) =>
          done(actor, id, (write) => moveTrial(write, actor, id, { step: 'cancel', ...body })),
        'POST /api/trial-assemblies/:id/photos': async ({ actor, params: { id }, files: uploads }) => {
          // Checked before the bytes are stored, and again under the lock.
          await db.tx((write) => trialForAction(write, actor, id, null, 'photo'))
          const saved = await keepFiles(files, uploads, pictureType)
          return done(actor, id, (write) => addTrialPhotos(write, actor, id, saved, clock.now()))
        },
        'GET /api/trial-photos/:id/file': async ({ actor, params }) => {
          const { sha256, ...photo } = await onePhoto(db.reads, 'trial_photos', actor.plantId, params.id)
          return { ...photo, body: files.stream(sha256) }
        },
        'GET /api/orders/:id/trial-requirements': ({ actor, params }) =>
          requirementsOf(db.reads, actor, params.id),
        'PUT /api/orders/:id/trial-requirements': async ({ actor, params: { id }, body }) => {
          await db.tx((write) => setRequirement(write, actor, id, body))
          return requirementsOf(db.reads, actor, id)
        },
      }),
    ],
    demo: (write, context) => trialsDemo(write, context, orders),
  }
}
