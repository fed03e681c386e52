import { sql } from 'kysely'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import { proposedNumber } from '../../platform/db/next-number.ts'
import { importRoutes } from '../../platform/import/import-routes.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Module } from '../../platform/module.ts'
import { machineImport } from './import-machines.ts'
import { machinesDemo, seedSimulatedMachines } from './machines.demo.ts'
import { seedProfiles, createProfile, deleteProfile, updateProfile } from './save-profile.ts'
import { machineProfilesApi } from '@cloud-factory/contract/machines/machine-profiles'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { listProfiles, oneProfile } from './profiles.queries.ts'
import { machinesApi, machineDocumentsApi } from '@cloud-factory/contract/machines/machines'
import {
  exportMachines,
  listMachines,
  machineByCode,
  machineHistory,
  oneMachine,
} from './machines.queries.ts'
import { createMachine, restoreMachine, retireMachine, updateMachine } from './save-machine.ts'
import { documentType } from '../../platform/files/document-type.rules.ts'
import { keepFiles } from '../../platform/files/keep-files.ts'
import {
  addMachineDocuments,
  retireMachineDocument,
  listMachineDocuments,
  oneMachineDocument,
} from './machine-documents.ts'

interface DocumentDeps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly files: FileStore
}

const machineDocumentRoutes = ({ db, clock, files }: DocumentDeps): Routes =>
  routes(machineDocumentsApi, {
    'GET /api/machines/:id/documents': ({ actor, params, query }) =>
      listMachineDocuments(db.reads, actor, params.id, query),
    'POST /api/machines/:id/documents': async ({ actor, params, body, files: uploads }) => {
      // An unknown machine is reported before the bytes are stored.
      await oneMachine(db.reads, actor, params.id)
      const saved = await keepFiles(files, uploads, documentType)
      const input = { kind: body.kind, files: saved, now: clock.now() }
      const ids = await db.tx((write) => addMachineDocuments(write, actor, params.id, input))
      return { items: await Promise.all(ids.map((id) => oneMachineDocument(db.reads, actor, id))) }
    },
    'POST /api/machine-documents/:id/retire': async ({ actor, params, body }) => {
      const input = { reason: body.reason, now: clock.now() }
      await db.tx((write) => retireMachineDocument(write, actor, params.id, input))
      return oneMachineDocument(db.reads, actor, params.id)
    },
    'GET /api/machine-documents/:id/file': async ({ actor, params }) => {
      const { name, type, bytes, sha256 } = await oneMachineDocument(db.reads, actor, params.id)
      return { name, type, bytes, body: files.stream(sha256) }
    },
  })

interface MachineDeps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
}

const machineRoutes = ({ db, clock }: MachineDeps): Routes =>
  routes(machinesApi, {
    ...importRoutes({ db, clock }, machineImport),
    'GET /api/machines': ({ actor, query }) => listMachines(db.reads, actor, query),
    'GET /api/machines/:id': ({ actor, params }) => oneMachine(db.reads, actor, params.id),
    'GET /api/machine-codes/:code': ({ actor, params }) => machineByCode(db.reads, actor, params.code),
    'GET /api/next-machine-code': async ({ actor, query }) => ({
      code: await proposedNumber(db.reads, actor.plantId, clock.now(), {
        table: 'machines',
        column: 'code',
        where: sql`source <> 'sim' and profile_id in (select other.id from machine_profiles profile join machine_profiles other
          on other.plant_id = profile.plant_id and other.code = profile.code where profile.id = ${query.profileId})`,
      }),
    }),
    'POST /api/machines': async ({ actor, body }) => {
      const id = await db.tx((write) => createMachine(write, actor, body))
      return oneMachine(db.reads, actor, id)
    },
    'PATCH /api/machines/:id': async ({ actor, params, body }) => {
      await db.tx((write) => updateMachine(write, actor, params.id, body))
      return oneMachine(db.reads, actor, params.id)
    },
    'POST /api/machines/:id/retire': async ({ actor, params, body }) => {
      await db.tx((write) => retireMachine(write, actor, params.id, body))
      return oneMachine(db.reads, actor, params.id)
    },
    'POST /api/machines/:id/restore': async ({ actor, params, body }) => {
      await db.tx((write) => restoreMachine(write, actor, params.id, body.version))
      return oneMachine(db.reads, actor, params.id)
    },
    'GET /api/machines/:id/history': ({ actor, params, query }) =>
      machineHistory(db.reads, actor, params.id, query),
    'POST /api/exports/machines': ({ actor, body }) => exportMachines(db, actor, body, clock.now()),
  })

const profileRoutes = ({ db }: { readonly db: Database }): Routes =>
  routes(machineProfilesApi, {
    'GET /api/machine-profiles': ({ actor, query }) => listProfiles(db.reads, actor, query),
    'GET /api/machine-profiles/:id': ({ actor, params }) => oneProfile(db.reads, actor, params.id),
    'POST /api/machine-profiles': async ({ actor, body }) => {
      const id = await db.tx((write) => createProfile(write, actor, body))
      return oneProfile(db.reads, actor, id)
    },
    'PATCH /api/machine-profiles/:id': async ({ actor, params, body }) => {
      const id = await db.tx((write) => updateProfile(write, actor, params.id, body))
      return oneProfile(db.reads, actor, id)
    },
    'DELETE /api/machine-profiles/:id': ({ actor, params, query }) =>
      db.tx((write) => deleteProfile(write, actor, params.id, query.version)),
  })

interface MachinesDeps {
  readonly db: Database
  readonly clock: Clock
  readonly files: FileStore
}

/** Machines, their profiles with signals, and their documents. */
export const machinesModule = (deps: MachinesDeps): Module => ({
  name: 'machines',
  routes: [machineRoutes(deps), profileRoutes(deps), machineDocumentRoutes(deps)],
  prepare: async (write, plantId) => {
    await seedProfiles(write, plantId)
    await seedSimulatedMachines(write, plantId)
  },
  seedBase: machinesDemo,
})
