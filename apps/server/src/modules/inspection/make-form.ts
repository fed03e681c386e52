import type { Sizes } from '@cloud-factory/contract/standards/limits.rules'
import type { InspectedShape, InspectionStage } from '@cloud-factory/domain/inspection/quality-enums'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { editionInUse, type FormEdition, type FormItem, itemsOfForm } from '../standards/public.ts'
import { frozenBy } from './form-items.rules.ts'
import { guessSizes, type MarkFacts, shapesOf } from './guess-form.rules.ts'
import type { NewItem } from './inspections.store.ts'

export interface FormInput {
  readonly standardId: number
  readonly stage: InspectionStage
  /** Omitted: proposed from the mark. */
  readonly shape: InspectedShape | undefined
  readonly process: string | null
}

export interface MadeForm {
  readonly edition: FormEdition
  readonly shape: InspectedShape
  readonly sizes: Sizes
  readonly items: readonly NewItem[]
}

/**
 * The form of a mark: items of the current edition for its shape and the stage, with limits frozen for the sizes in its
 * profile. Fails when the edition has no items for it.
 */
export async function makeForm(
  write: Write,
  plantId: number,
  mark: MarkFacts,
  asked: FormInput,
): Promise<MadeForm> {
  const reads = asReads(write)
  const edition = await editionInUse(reads, plantId, asked.standardId)
  if (edition === null) return fail('state.refused', { params: { reason: 'inspection.no_standard' } })
  const shapes =
    asked.shape === undefined ? shapesOf(mark, asked.stage, asked.process) : ([asked.shape] as const)
  for (const shape of shapes) {
    const items = await itemsOfForm(reads, plantId, edition.id, shape, asked.stage)
    if (items.length === 0) continue
    const sizes = guessSizes(mark)
    return {
      edition,
      shape,
      sizes,
      items: items.map((item) => frozenItem(item, sizes, false)),
    }
  }
  return fail('state.refused', {
    params: {
      reason: 'inspection.no_items',
      standard: edition.code,
      shape: shapes[0] ?? '',
      stage: asked.stage,
    },
  })
}

/**
 * An item of a standard as part of a form, with the limits for these sizes. It counts as measured away from a joint until
 * somebody changes that.
 */
export function frozenItem(item: FormItem, sizes: Sizes, added: boolean): NewItem {
  const place = item.asksPlace ? 'other' : 'any'
  const { nominal, lower, upper } = frozenBy({ ...item, place }, sizes)
  return { ...item, itemId: item.id, place, nominal, lower, upper, added }
}
