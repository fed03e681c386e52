import { costsApi } from '@cloud-factory/contract/labour/costs'
import { labourApi } from '@cloud-factory/contract/labour/labour'
import { sql } from 'kysely'
import { crudRoutes, type CrudDeps } from '../../platform/crud/crud-routes.ts'
import type { Write } from '../../platform/db/handles.ts'
import { routes } from '../../platform/http/routes.ts'
import type { DemoContext, Module } from '../../platform/module.ts'
import { labourRatesCrud, standardHoursCrud } from './labour-rates.ts'
import { labourReport } from './labour-report.queries.ts'
import { listCosts } from './order-costs.queries.ts'
import { closePayroll, exportPayroll, payrollOf } from './payroll.ts'
import { progressStatement, saveStatement } from './progress-statement.ts'

/** Hours for a tonne of light pieces, price of a tonne of them, price of an hour; heavy pieces take less for a tonne. */
const demoLabour = [
  ['CutComp', 3.1, 45, 38],
  ['Drilled', 2.9, 38, 38],
  ['FitUpH', 3, 70, 42],
  ['WeldH', 3.3, 85, 45],
  ['FitUpComp', 3.2, 165, 42],
  ['WeldComp', 3.4, 210, 45],
  ['Ground', 2.7, 48, 35],
  ['SandBlasted', 2.6, 40, 35],
  ['PaintComp', 3.1, 75, 38],
] as const

const classes = [
  ['1', 0, 500, 1],
  ['2', 500, 2000, 0.94],
  ['3', 2000, 50_000, 0.88],
] as const

/** Standard hours of three weight classes, piece rates and prices of an hour; some processes have none. */
async function labourDemo(write: Write, { plantId, now }: DemoContext): Promise<void> {
  const lines = demoLabour.flatMap(([process, hours, price]) =>
    classes.map(([mark, from, to, factor]) => ({
      process,
      code: `${process}-${mark}`,
      hours: Math.round(hours * factor * 1000) / 1000,
      price: Math.round(price * factor * 100) / 100,
      from,
      to,
    })),
  )
  const year = now.getUTCFullYear()
  const since = `${year - 1}-01-01`
  await sql`
    insert into standard_hours (plant_id, code, process_id, basis, hours, from_kg, to_kg, updated_by_name)
    select ${plantId}, l.code, p.id, 'tonne', l.hours, l."from", l."to", ''
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l (process text, code text, hours numeric, "from" numeric, "to" numeric)
      join processes p on p.plant_id = ${plantId} and p.code = l.process`.execute(write)
  await sql`
    insert into labour_rates (plant_id, code, process_id, basis, price, from_kg, to_kg, valid_from, updated_by_name)
    select ${plantId}, 'P-' || l.code, p.id, 'tonne', l.price, l."from", l."to", ${since}::date, ''
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l (process text, code text, price numeric, "from" numeric, "to" numeric)
      join processes p on p.plant_id = ${plantId} and p.code = l.process`.execute(write)
  const hourly = demoLabour.map(([process, , , price]) => ({ process, price }))
  await sql`
    insert into labour_rates (plant_id, code, process_id, basis, price, from_kg, valid_from, updated_by_name)
    select ${plantId}, 'H-' || l.process, p.id, 'hour', l.price, 0, ${since}::date, ''
    from jsonb_to_recordset(${JSON.stringify(hourly)}::jsonb) as l (process text, price numeric)
      join processes p on p.plant_id = ${plantId} and p.code = l.process`.execute(write)
}

/** Standard and actual hours, piecework, and what an order costs. */
export const labourModule = ({ db, clock }: CrudDeps): Module => ({
  name: 'labour',
  routes: [
    routes(labourApi, {
      ...crudRoutes({ db, clock }, standardHoursCrud),
      ...crudRoutes({ db, clock }, labourRatesCrud),
      'GET /api/labour': ({ actor, query }) => labourReport(db.reads, actor.plantId, query),
      'GET /api/payroll': ({ actor, query: { month } }) => payrollOf(db.reads, actor, month, clock.now()),
      'POST /api/exports/payroll': ({ actor, body }) => exportPayroll(db, actor, body, clock.now()),
      'POST /api/payroll/:month/close': async ({ actor, params: { month } }) => {
        const now = clock.now()
        await db.tx((write) => closePayroll(write, actor, month, now))
        return payrollOf(db.reads, actor, month, now)
      },
    }),
    routes(costsApi, {
      'GET /api/costs': ({ actor, query }) => listCosts(db.reads, actor, query, clock.now()),
      'GET /api/orders/:id/statement': ({ actor, params: { id } }) => progressStatement(db.reads, actor, id),
      'PUT /api/orders/:id/statement': async ({ actor, params: { id }, body }) => {
        await db.tx((write) => saveStatement(write, actor, id, body))
        return progressStatement(db.reads, actor, id)
      },
    }),
  ],
  demo: labourDemo,
})
