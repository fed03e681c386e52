import type { StandardFile } from '@cloud-factory/contract/standards/standard-files'
import type { Actor } from '../../../platform/auth/actor.ts'
import { asReads, type Write } from '../../../platform/db/handles.ts'
import { rowForUpdate, saveRow } from '../../../platform/db/signed-rows.ts'
import { fail } from '../../../platform/http/domain-error.ts'
import { pairsOf } from '../difference.rules.ts'
import { createEdition, heldEdition } from '../save-edition.ts'
import { createStandard } from '../save-standard.ts'
import { itemFacts, storedItems } from '../standard-items.reads.ts'
import { recordAction } from '../../../platform/audit/record-action.ts'
import { replaceItems } from '../standards.store.ts'
import type { ReadStandard } from './read-standard-file.ts'
import { placeErrors, placeOf } from './standard-place.reads.ts'

interface ApplyOptions {
  /** In place of the number that the file gives its edition. */
  readonly no?: string | undefined
  /** Of the draft that the file changes, as the preview said; undefined: there was none. */
  readonly version?: number | undefined
}

/** Writes a file as a draft edition, and its standard where there is none; returns the edition's id. */
export async function applyStandardFile(
  write: Write,
  actor: Actor,
  { file }: ReadStandard,
  { no, version }: ApplyOptions,
): Promise<string> {
  if (file === null) return fail('state.refused', { params: { reason: 'standard_file.wrong' } })
  const wanted = no ?? file.edition.no
  const editionId = await heldDraft(write, actor, file, wanted, version)
  const before = (await storedItems(asReads(write), actor.plantId, editionId, null)).map(itemFacts)
  const after = file.items.map((item, index) => ({ ...item, id: String(index + 1) }))
  await replaceItems(write, actor.plantId, Number(editionId), pairsOf(before, after))
  await recordAction(write, actor, {
    subjectKind: 'edition',
    action: 'editions.import',
    event: 'editions.changed',
    id: editionId,
    name: `${file.standard.code} ${wanted}`,
    before: { items: before.length },
    after: { items: after.length, validFrom: file.edition.validFrom, source: file.edition.source },
  })
  return editionId
}

/** The draft that the file is written to, locked: as it was previewed, or made for it. */
async function heldDraft(
  write: Write,
  actor: Actor,
  file: StandardFile,
  no: string,
  version: number | undefined,
): Promise<string> {
  const { validFrom, source } = file.edition
  const { standard, edition } = await placeOf(asReads(write), actor, file, no)
  const [wrong] = placeErrors(file, { standard, edition })
  if (wrong !== undefined) fail('state.refused', { params: { reason: wrong.reason } })
  if (edition === null) {
    // What was previewed as a change of a draft is not made a new one behind somebody's back.
    if (version !== undefined) fail('version.conflict')
    const standardId =
      standard?.id ?? (await createStandard(write, actor, { ...file.standard, active: true }))
    return createEdition(write, actor, standardId, { no, validFrom, source, copyOf: null })
  }
  await rowForUpdate(write, 'standards', actor.plantId, edition.standardId)
  await heldEdition(write, actor, edition.id, version ?? 0, 'edit')
  await saveRow(write, actor, 'standard_editions', Number(edition.id), { valid_from: validFrom, source })
  return edition.id
}
