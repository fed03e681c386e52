import type { StandardFile } from '@cloud-factory/contract/standards/standard-files'
import type { EditionRow, StandardRow } from '@cloud-factory/contract/standards/standards'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Reads } from '../../../platform/db/handles.ts'
import { oneEdition, oneStandard } from '../standards.reads.ts'

/** Where a file would be written: the standard and edition of its names, as far as they are there. */
export interface StandardPlace {
  readonly standard: StandardRow | null
  readonly edition: EditionRow | null
}

export async function placeOf(
  reads: Reads,
  actor: Actor,
  { standard: { code } }: StandardFile,
  no: string,
): Promise<StandardPlace> {
  const found = await reads
    .selectFrom('standards as s')
    .leftJoin('standard_editions as e', (join) =>
      join.onRef('e.standard_id', '=', 's.id').on('e.no', '=', no),
    )
    .select(['s.id as standardId', 'e.id as editionId'])
    .where('s.plant_id', '=', actor.plantId)
    .where('s.code', '=', code)
    .executeTakeFirst()
  if (found === undefined) return { standard: null, edition: null }
  const { standardId, editionId } = found
  return {
    standard: await oneStandard(reads, actor, String(standardId)),
    edition: editionId === null ? null : await oneEdition(reads, actor, String(editionId)),
  }
}

/** Why a file that is right in itself cannot be written at its place. */
export function placeErrors({ standard: { verdict } }: StandardFile, { standard, edition }: StandardPlace) {
  const errors: { item: null; field: string; reason: string }[] = []
  if (standard !== null && standard.verdict !== verdict)
    errors.push({ item: null, field: 'standard.verdict', reason: 'standard_file.other_verdict' })
  if (edition !== null && edition.can.edit !== true)
    errors.push({ item: null, field: 'edition.no', reason: edition.can.edit })
  return errors
}
