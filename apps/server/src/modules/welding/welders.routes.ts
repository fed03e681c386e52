import { weldersApi } from '@cloud-factory/contract/welding/welders'
import { sql } from 'kysely'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { today } from '../../platform/db/factory-day.ts'
import { crudRoutes, registerList, registerRow } from '../quality-records/public.ts'
import { certificateFile, keepCertificate } from './keep-certificate.ts'
import { certificates, procedures, welders } from './weld-registers.ts'

interface Deps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly files: FileStore
}

const activeOnly = (active: string | undefined) => (active === undefined ? null : sql`r.active`)

/** Welders, their certificates and welding procedures. */
export function welderRoutes({ db, clock, files }: Deps): Routes {
  const welder = crudRoutes(db, (plantId) => welders(plantId, clock.now()))
  const certificate = crudRoutes(db, (plantId) => certificates(plantId, clock.now()))
  const wps = crudRoutes(db, () => procedures)
  return routes(weldersApi, {
    'GET /api/welders': ({ actor, query: { active, ...query } }) =>
      registerList(welders(actor.plantId, clock.now()), db.reads, actor, query, [activeOnly(active)]),
    'POST /api/welders': welder.add,
    'PATCH /api/welders/:id': welder.change,
    'DELETE /api/welders/:id': welder.remove,
    'GET /api/welder-certificates': ({ actor, query: { welderId, ends, ...query } }) => {
      const now = clock.now()
      const day = today(actor.plantId, now)
      return registerList(certificates(actor.plantId, now), db.reads, actor, query, [
        welderId === undefined ? null : sql`r.welder_id = ${welderId}`,
        ends === 'expired' ? sql`r.valid_until < ${day}` : null,
        ends === '30' || ends === '60'
          ? sql`r.valid_until between ${day} and ${day} + ${Number(ends)}::int`
          : null,
      ])
    },
    'POST /api/welder-certificates': certificate.add,
    'PATCH /api/welder-certificates/:id': certificate.change,
    'DELETE /api/welder-certificates/:id': certificate.remove,
    'POST /api/welder-certificates/:id/file': async ({ actor, params, files: uploads }) => {
      // One that is not there is said before the bytes are stored.
      const register = certificates(actor.plantId, clock.now())
      await registerRow(register, db.reads, actor, params.id)
      await keepCertificate({ db, files }, actor, params.id, uploads)
      return registerRow(register, db.reads, actor, params.id)
    },
    'GET /api/welder-certificates/:id/file': ({ actor, params }) =>
      certificateFile({ reads: db.reads, files }, actor.plantId, params.id),
    'GET /api/wps': ({ actor, query: { active, ...query } }) =>
      registerList(procedures, db.reads, actor, query, [activeOnly(active)]),
    'POST /api/wps': wps.add,
    'PATCH /api/wps/:id': wps.change,
    'DELETE /api/wps/:id': wps.remove,
  })
}
