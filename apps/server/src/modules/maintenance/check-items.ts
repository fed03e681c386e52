import type { equipmentRoundsApi } from '@cloud-factory/contract/maintenance/equipment-rounds'
import { checkItems } from '@cloud-factory/domain/maintenance/maintenance-resources'
import { sql } from 'kysely'
import type { Crud } from '../../platform/crud/crud.ts'
import { canKeep } from './repairs.rules.ts'

/** What is checked in an inspection round, by class of machine. */
export const checkItemCrud: Crud<
  typeof checkItems,
  typeof equipmentRoundsApi,
  { readonly answered: boolean }
> = {
  resource: checkItems,
  columns: () => sql`exists (select from spot_check_answers a where a.item_id = r.id) as answered`,
  sorts: { position: ['r.class', 'r.position', 'r.id'] },
  words: sql`r.names::text`,
  view: ({ answered, updated_at: at }, { actor: { tags } }) => {
    const edit = canKeep(tags)
    return {
      updatedAt: at.toISOString(),
      can: { edit, delete: edit === true && answered ? 'in_use' : edit },
    }
  },
}
