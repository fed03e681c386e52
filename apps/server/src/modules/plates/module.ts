import { platesApi } from '@cloud-factory/contract/plates/plates'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { asReads, type Database, readRows, type Write } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { routes } from '../../platform/http/routes.ts'
import type { DemoContext, Module } from '../../platform/module.ts'
import { plateNestsApi } from '@cloud-factory/contract/plates/plate-nests'
import type { PlateNest } from '@cloud-factory/contract/plates/plate-nests'
import type { Log } from '../../platform/log/log.ts'
import { demoPlanner } from '../quality-records/public.ts'
import { applyResult } from './apply-plate-result.ts'
import { plateBundle } from './plate-bundle.ts'
import { listPlateDemand, plateGroups, plateProfiles } from './plate-demand.queries.ts'
import { listPlateJobs, listPlateRemnants, onePlateJob, onePlateRemnant } from './plate-jobs.queries.ts'
import { PlateNestSolver } from './plate-nest-solver.ts'
import { onePlateNesting } from './plate-nests.queries.ts'
import { previewResult } from './plate-result.ts'
import { reportLayout } from './report-layout.ts'
import { createPlateJob, endPlateJob, scrapPlateRemnant } from './save-plate-job.ts'
import { createPlateNest, movePlateNest } from './save-plate-nest.ts'
import { undoResult } from './undo-plate-result.ts'

/** One open job for the thickness with the largest demand. */
async function platesDemo(write: Write, context: DemoContext): Promise<void> {
  const { plantId, now } = context
  const reads = asReads(write)
  const profiles = await plateProfiles(reads, plantId)
  const groups = await readRows(reads, plateGroups(plantId, profiles, {}))
  const [largest] = groups.filter(({ missing }) => missing > 0).toSorted((a, b) => b.missing - a.missing)
  if (largest === undefined) return
  const [order] = await readRows(
    reads,
    sql<{ id: string }>`
      select o.id::text from orders o join marks m on m.order_id = o.id join parts p on p.mark_id = m.id
      where o.plant_id = ${plantId} and o.status in ('released', 'in_production')
        and p.profile = any(${profiles.filter(({ thickness }) => thickness === largest.thicknessMm).map(({ profile }) => profile)}::text[])
        and exists (select from pieces where mark_id = m.id and steps_done = 0 and status not in ('scrapped', 'superseded'))
        and coalesce(p.grade, m.grade, '') = ${largest.grade}
      order by o.due_on nulls last, o.id limit 1`,
  )
  if (order === undefined) return
  const actor = demoPlanner(context, ['order.view', 'order.edit'])
  const selection = { groups: [largest], orderIds: [order.id], dueUntil: null, onlyWithFile: false }
  await createPlateJob(write, actor, { ...selection, note: '数控火焰切割' }, now)
}

interface PlatesDeps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly files: FileStore
  readonly log: Log
}

/** Parts from plates: demand, jobs for the cutting machine's software, and its results. */
export function platesModule(deps: PlatesDeps): Module {
  const solver = new PlateNestSolver(deps)
  return {
    name: 'plates',
    routes: [jobRoutes(deps), nestRoutes(deps, solver)],
    demo: platesDemo,
    close: () => solver.close(),
  }
}

function jobRoutes({ db, clock, files }: PlatesDeps) {
  const { reads } = db
  const done = async (actor: Actor, work: (write: Write) => Promise<string>) =>
    onePlateJob(reads, actor, await db.tx(work))
  const end =
    (step: 'close' | 'cancel') =>
    ({ actor, params: { id }, body }: { actor: Actor; params: { id: string }; body: { version: number } }) =>
      done(actor, async (write) => {
        await endPlateJob(write, actor, id, { step, ...body })
        return id
      })
  return routes(platesApi, {
    'GET /api/plate-demand': ({ actor, query }) => listPlateDemand(reads, actor, query),
    'GET /api/plate-jobs': ({ actor, query }) => listPlateJobs(reads, actor, query),
    'GET /api/plate-jobs/:id': ({ actor, params: { id } }) => onePlateJob(reads, actor, id),
    'POST /api/plate-jobs': ({ actor, body }) =>
      done(actor, (write) => createPlateJob(write, actor, body, clock.now())),
    'POST /api/plate-jobs/:id/close': end('close'),
    'POST /api/plate-jobs/:id/cancel': end('cancel'),
    'GET /api/plate-jobs/:id/bundle': ({ actor, params: { id } }) => plateBundle(reads, files, actor, id),
    'POST /api/plate-jobs/:id/results/preview': ({
      actor,
      params: { id },
      files: sent,
      request: { signal },
    }) => previewResult(reads, actor, id, { files: sent, signal }),
    'POST /api/plate-jobs/:id/results': ({ actor, params: { id }, body }) =>
      done(actor, async (write) => {
        await applyResult(write, actor, id, body, clock.now())
        return id
      }),
    'POST /api/plate-results/:id/undo': ({ actor, params: { id }, body: { reason } }) =>
      done(actor, (write) => undoResult(write, actor, id, reason, clock.now())),
    'GET /api/plate-remnants': ({ actor, query }) => listPlateRemnants(reads, actor, query),
    'POST /api/plate-remnants/:id/scrap': async ({ actor, params: { id }, body }) => {
      await db.tx((write) => scrapPlateRemnant(write, actor, id, body))
      return onePlateRemnant(reads, actor, id)
    },
  })
}

function nestRoutes({ db, clock }: PlatesDeps, solver: PlateNestSolver) {
  const done = async (actor: Actor, work: (write: Write) => Promise<string>) =>
    onePlateNesting(db.reads, actor, await db.tx(work))
  const move =
    (step: keyof PlateNest['can']) =>
    ({ actor, params: { id }, body }: { actor: Actor; params: { id: string }; body: { version: number } }) =>
      done(actor, (write) => movePlateNest(write, actor, id, { step, ...body }))
  return routes(plateNestsApi, {
    'GET /api/plate-jobs/:id/nesting': ({ actor, params: { id } }) => onePlateNesting(db.reads, actor, id),
    'POST /api/plate-jobs/:id/nesting': async ({ actor, params: { id }, body }) => {
      const nest = await db.tx((write) => createPlateNest(write, actor, id, body))
      solver.start(actor, nest)
      return onePlateNesting(db.reads, actor, id)
    },
    'POST /api/plate-nests/:id/stop': move('stop'),
    'POST /api/plate-nests/:id/release': move('release'),
    'POST /api/plate-nests/:id/cancel': move('cancel'),
    'POST /api/plate-layouts/:id/report': ({ actor, params: { id }, body }) =>
      done(actor, (write) => reportLayout(write, actor, id, body, clock.now())),
  })
}
