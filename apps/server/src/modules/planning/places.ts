import type { processesApi } from '@cloud-factory/contract/planning/processes'
import { crews, workshops } from '@cloud-factory/domain/planning/planning-resources'
import { sql } from 'kysely'
import { canChange, type Crud } from '../../platform/crud/crud.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { codesOf, isWorkshop, planned } from './plan.store.ts'

export const workshopCrud: Crud<typeof workshops, typeof processesApi, { readonly crews: number }> = {
  ...planned,
  resource: workshops,
  columns: () => sql`(select count(*) from crews where workshop_id = r.id) as crews`,
  words: sql`r.code || ' ' || r.name`,
  view: ({ crews: count }, { actor }) => ({ crews: count, can: canChange(workshops, actor, count > 0) }),
}

export const crewCrud: Crud<typeof crews, typeof processesApi, { readonly workshop: string }> = {
  ...planned,
  resource: crews,
  columns: () => sql`w.name as workshop`,
  from: () => sql`crews r join workshops w on w.id = r.workshop_id`,
  order: sql`w.code, r.code`,
  words: sql`r.code || ' ' || r.name || ' ' || w.name`,
  view: ({ workshop }, { actor }) => ({ workshop, can: canChange(crews, actor) }),
  check: async ({ write, actor }, { workshopId }) => {
    if (!(await isWorkshop(write, actor.plantId, workshopId))) fail('not_found')
  },
  audited: async ({ write, actor }, values) => {
    const { workshopId, ...rest } = values as { readonly workshopId?: string }
    if (workshopId === undefined) return rest
    const [workshop] = await codesOf(write, actor.plantId, 'workshops', [workshopId])
    return { ...rest, workshop }
  },
}
