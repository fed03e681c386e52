import type { SparePartRow, sparePartsApi } from '@cloud-factory/contract/maintenance/spare-parts'
import { spareParts } from '@cloud-factory/domain/maintenance/maintenance-resources'
import { likelyPrice } from '@cloud-factory/domain/numbers/likely.rules'
import { sql } from 'kysely'
import type { Crud } from '../../platform/crud/crud.ts'
import { questionQuantity } from '../../platform/http/domain-error.ts'
import { canKeep, canMaintain } from './repairs.rules.ts'

/** Spare parts. The stock is changed by moves only. */
export const sparePartCrud: Crud<typeof spareParts, typeof sparePartsApi, { readonly moved: boolean }> = {
  resource: spareParts,
  columns: () => sql`exists (select from spare_moves v where v.part_id = r.id) as moved`,
  sorts: { code: ['r.code'], name: ['r.name', 'r.code'], stock: ['r.stock', 'r.code'] },
  conditions: ({ short }) => [short === undefined ? null : sql`r.active and r.stock < r.min_stock`],
  view: ({ stock, min_stock: minStock, active, moved, ...row }, { actor: { tags } }) => {
    const edit = canKeep(tags)
    return {
      stock,
      short: active && stock < minStock,
      updatedAt: row.updated_at.toISOString(),
      updatedBy: row.updated_by_name,
      can: { edit, delete: edit === true && moved ? 'in_use' : edit, move: canMove(active, tags) },
    }
  },
  check: (_context, { price, reason }, before) => {
    if (price !== before?.price) questionQuantity('price', price ?? 0, likelyPrice, reason)
  },
}

function canMove(active: boolean, tags: readonly string[]): SparePartRow['can']['move'] {
  const allowed = canMaintain(tags)
  return allowed === true && !active ? 'part.inactive' : allowed
}
