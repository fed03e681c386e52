import type { coatingsApi } from '@cloud-factory/contract/coating/coatings'
import { coatSpecs } from '@cloud-factory/domain/coating/coating-resources'
import { sql } from 'kysely'
import { canChange, type Crud, wholePage } from '../../platform/crud/crud.ts'
import { fail } from '../../platform/http/domain-error.ts'

/** Specifications of coats. */
export const coatSpecCrud: Crud<typeof coatSpecs, typeof coatingsApi> = {
  resource: coatSpecs,
  sorts: { code: ['r.code'] },
  order: sql`r.active desc, r.code`,
  pageSize: wholePage,
  view: ({ fire_type: type, fire_mm: designMm }, { actor }) => ({
    fire: type === null || designMm === null ? null : { type, designMm },
    can: canChange(coatSpecs, actor),
  }),
  stored: ({ fire }) => ({ fire_type: fire?.type ?? null, fire_mm: fire?.designMm ?? null }),
  check: (_, { minUm, maxUm }) => {
    if (maxUm !== null && maxUm < minUm)
      fail('request.invalid', { errors: [{ path: 'body.maxUm', reason: 'before_start' }] })
  },
}
