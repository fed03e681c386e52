import type { StandardFilePreview } from '@cloud-factory/contract/standard-files'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Reads } from '../../../platform/db/handles.ts'
import { differenceOf } from '../difference.rules.ts'
import { itemFacts, storedItems } from '../standard-items.reads.ts'
import type { ReadStandard } from './read-standard-file.ts'
import { placeErrors, placeOf, type StandardPlace } from './standard-place.reads.ts'

const nothing = { against: null, version: null, changes: [] }

/** What writing a file would do; nothing is written. */
export async function previewStandardFile(
  reads: Reads,
  actor: Actor,
  { file, errors }: ReadStandard,
  no: string | undefined,
): Promise<StandardFilePreview> {
  if (file === null)
    return { outcome: 'refused', standard: null, no: null, items: 0, errors: [...errors], ...nothing }
  const wanted = no ?? file.edition.no
  const place = await placeOf(reads, actor, file, wanted)
  const wrong = placeErrors(file, place)
  const about = { standard: file.standard, no: wanted, items: file.items.length, errors: wrong }
  if (wrong.length > 0) return { outcome: 'refused', ...about, ...nothing }
  const against = place.edition ?? place.standard?.inUse ?? null
  const before =
    against === null ? [] : (await storedItems(reads, actor.plantId, against.id, null)).map(itemFacts)
  const after = file.items.map((item, index) => ({ ...item, id: String(index + 1) }))
  return {
    outcome: outcomeOf(place),
    ...about,
    against: against === null ? null : { id: against.id, no: against.no, status: against.status },
    version: place.edition?.version ?? null,
    changes: differenceOf(before, after).map(({ before: was, after: is, ...change }) => ({
      ...change,
      before: was === null ? null : { rule: was.rule },
      after: is === null ? null : { rule: is.rule },
    })),
  }
}

function outcomeOf({ standard, edition }: StandardPlace): StandardFilePreview['outcome'] {
  if (standard === null) return 'new_standard'
  return edition === null ? 'new_edition' : 'changed_draft'
}
