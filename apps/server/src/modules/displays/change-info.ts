import type { DisplayInfo } from '@cloud-factory/contract/displays/display-info'
import { infoProblems } from '@cloud-factory/contract/displays/display-info.rules'
import { differences } from '../../platform/audit/differences.ts'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { fail, requireAllowed } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import {
  type DisplayDocument,
  infoForUpdate,
  insertVersion,
  saveDraft,
  versionOf,
  knownPictures,
} from './displays.store.ts'
import { infoDraft, readInfo, simulatedIds } from './info.queries.ts'
import { canPublish } from './displays.policy.ts'

const subject = {
  subjectKind: 'display_info',
  subjectId: 'info',
  subjectName: '',
} as const

async function heldInfo(write: Write, actor: Actor, version: number): Promise<DisplayDocument> {
  const document = await infoForUpdate(write, actor.plantId)
  if (document.version === version) return document
  return fail('version.conflict', { current: await infoDraft(asReads(write), actor) })
}

/** Saves the draft; writes nothing when nothing differs. */
export async function changeInfo(
  write: Write,
  actor: Actor,
  { version, draft }: { readonly version: number; readonly draft: DisplayInfo },
): Promise<void> {
  const document = await heldInfo(write, actor, version)
  const changes = differences(readInfo(document.draft), draft)
  if (changes === null) return
  await requirePictures(write, actor, draft)
  await saveDraft(write, actor, document, draft, await isShown(write, document, draft))
  await recordAudit(write, actor, { ...subject, action: 'display_info.save', ...changes })
}

/** Publishes the draft to the wall screens. Fails with the problems by field if it has any. */
export async function publishInfo(
  write: Write,
  actor: Actor,
  { version, note }: { readonly version: number; readonly note: string },
): Promise<void> {
  const document = await heldInfo(write, actor, version)
  requireAllowed(canPublish(actor, 'display.info', document.settled))
  const simulated = await simulatedIds(asReads(write), actor.plantId)
  const problems = infoProblems(readInfo(document.draft), simulated)
  if (problems.length > 0)
    fail('request.invalid', {
      errors: problems.map(({ path, reason }) => ({ path: `draft.${path}`, reason })),
    })
  const no = await insertVersion(write, actor, document, note)
  await recordAudit(write, actor, { ...subject, action: 'display_info.publish', after: { no, note } })
  await recordEvent(write, actor, { name: 'display_info.published', subjectId: String(no) })
}

/** Copies a published version to the draft. */
export async function restoreInfo(
  write: Write,
  actor: Actor,
  { version, no }: { readonly version: number; readonly no: number },
): Promise<void> {
  const document = await heldInfo(write, actor, version)
  const found = (await versionOf(asReads(write), actor.plantId, document.id, no)) ?? fail('not_found')
  await saveDraft(write, actor, document, found.content, document.shown === no)
  await recordAudit(write, actor, { ...subject, action: 'display_info.restore', after: { no } })
}

/** Every referenced picture must exist, so that the walls show no gaps. */
async function requirePictures(write: Write, actor: Actor, draft: DisplayInfo): Promise<void> {
  const named = [
    { path: 'logo', id: draft.logo },
    { path: 'underlay', id: draft.underlay },
    ...draft.honours.map(({ picture }, place) => ({ path: `honours.${place}.picture`, id: picture })),
  ].flatMap(({ path, id }) => (id === null ? [] : [{ path, id }]))
  const ids = named.map(({ id }) => id)
  const known = await knownPictures(asReads(write), actor.plantId, ids)
  const missing = named.filter(({ id }) => !known.has(id))
  if (missing.length > 0)
    fail('request.invalid', {
      errors: missing.map(({ path }) => ({ path: `draft.${path}`, reason: 'display.no_picture' })),
    })
}

/** A draft edited back to the published content needs no publishing. */
async function isShown(write: Write, document: DisplayDocument, draft: DisplayInfo): Promise<boolean> {
  if (document.shown === null) return false
  const shown = await versionOf(asReads(write), document.plant_id, document.id, document.shown)
  return shown !== null && differences(readInfo(shown.content), draft) === null
}
