import { layoutProblems } from '@cloud-factory/contract/displays/screen-layout.rules'
import { namesRecords, panelOptions } from '@cloud-factory/contract/displays/screen-options'
import { layoutOf } from '@cloud-factory/contract/displays/screen-templates'
import type { TemplateName } from '@cloud-factory/domain/displays/display-enums'
import type { Panel, ScreenBundle, ScreenLayout } from '@cloud-factory/contract/displays/screens'
import { differences } from '../../platform/audit/differences.ts'
import { recordAction } from '../../platform/audit/record-action.ts'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { fail, requireAllowed } from '../../platform/http/domain-error.ts'
import { insertVersion, saveDraft, versionOf } from './displays.store.ts'
import { canPublish } from './displays.policy.ts'
import { readLayout, canRemove, screenDetail } from './screens.queries.ts'
import {
  type HeldScreen,
  insertScreen,
  removeScreen,
  saveHead,
  type ScreenHead,
  screenForUpdate,
  screensLeft,
} from './screens.store.ts'
import { isUsed } from './tv-groups.ts'

/** The screen to change, and the version that the user saw. */
export interface Target {
  readonly id: string
  readonly version: number
  readonly now: Date
}

const subjectOf = ({ document, screen }: HeldScreen) => ({
  subjectKind: 'screen',
  id: String(document.id),
  name: screen.names.zh,
})

async function held(write: Write, actor: Actor, { id, version, now }: Target): Promise<HeldScreen> {
  const screen = await screenForUpdate(write, actor.plantId, id)
  if (screen.document.version === version) return screen
  return fail('version.conflict', { current: await screenDetail(asReads(write), actor, id, now) })
}

/** Creates a screen from a template; returns its id. */
export async function createScreen(
  write: Write,
  actor: Actor,
  { template, ...head }: ScreenHead & { readonly template: TemplateName },
): Promise<number> {
  const id = await insertScreen(write, actor, head, layoutOf(template))
  await recordAction(write, actor, {
    action: 'screen.create',
    event: 'screens.created',
    subjectKind: 'screen',
    id: String(id),
    name: head.names.zh,
    after: { ...head, template },
  })
  return id
}

/** Creates a screen from a file; returns its id. References to records of another factory are left out. */
export async function importScreen(
  write: Write,
  actor: Actor,
  { names, place, source, layout }: ScreenBundle,
): Promise<number> {
  const own = {
    ...layout,
    filters: { projectIds: [], processIds: [], machineIds: [] },
    pages: layout.pages.map((page) => ({
      ...page,
      schedule: page.schedule === null ? null : { ...page.schedule, shiftIds: [] },
      panels: page.panels.map((panel) => ({ ...panel, options: portableOptions(panel) })),
    })),
  }
  rejectProblems(own, 'body.bundle.layout')
  const id = await insertScreen(write, actor, { names, place, source }, own)
  await recordAction(write, actor, {
    action: 'screen.import',
    event: 'screens.created',
    subjectKind: 'screen',
    id: String(id),
    name: names.zh,
    after: { names, place, source },
  })
  return id
}

/** Options that another factory can use, too. */
function portableOptions({ kind, options }: Panel): Panel['options'] {
  const known = panelOptions(kind)
  return Object.fromEntries(
    Object.entries(options).filter(([name]) => known[name] === undefined || !namesRecords(known[name])),
  )
}

/** Changes name and place. */
export async function renameScreen(
  write: Write,
  actor: Actor,
  target: Target,
  head: Pick<ScreenHead, 'names' | 'place'>,
): Promise<void> {
  const screen = await held(write, actor, target)
  const changes = differences(screen.screen, head)
  if (changes === null) return
  await saveHead(write, actor, screen, head)
  await recordAction(write, actor, {
    ...subjectOf(screen),
    action: 'screen.rename',
    event: 'screens.renamed',
    ...changes,
  })
}

/** Deletes a screen. */
export async function deleteScreen(write: Write, actor: Actor, target: Target): Promise<void> {
  const screen = await held(write, actor, target)
  const used = await isUsed(write, screen.document.id)
  const alike = await screensLeft(write, actor.plantId, screen.screen.source)
  const verdict = canRemove({ used, alike })
  if (verdict === 'in_use') fail('in_use')
  requireAllowed(verdict)
  await removeScreen(write, actor, screen)
  const subject = subjectOf(screen)
  await recordAction(write, actor, {
    ...subject,
    action: 'screen.delete',
    event: 'screens.removed',
    before: { names: screen.screen.names },
  })
}

/** Saves the draft; writes nothing when nothing differs. */
export async function changeDraft(
  write: Write,
  actor: Actor,
  target: Target,
  draft: ScreenLayout,
): Promise<void> {
  const screen = await held(write, actor, target)
  const changes = differences(readLayout(screen.document.draft), draft)
  if (changes === null) return
  await saveDraft(write, actor, screen.document, draft, await isShown(write, screen, draft))
  const { id, name, subjectKind } = subjectOf(screen)
  await recordAudit(write, actor, {
    subjectKind,
    subjectId: id,
    subjectName: name,
    action: 'screen.save',
    ...changes,
  })
}

/** Publishes the draft. Fails with the problems by field if it has any. */
export async function publishScreen(write: Write, actor: Actor, target: Target, note: string): Promise<void> {
  const screen = await held(write, actor, target)
  requireAllowed(canPublish(actor, 'display.set', screen.document.settled))
  rejectProblems(readLayout(screen.document.draft), 'draft')
  const no = await insertVersion(write, actor, screen.document, note)
  await recordAction(write, actor, {
    ...subjectOf(screen),
    action: 'screen.publish',
    event: 'screens.published',
    after: { no, note },
  })
}

/** Copies a published version to the draft. */
export async function restoreScreen(write: Write, actor: Actor, target: Target, no: number): Promise<void> {
  const screen = await held(write, actor, target)
  const found = await versionOf(asReads(write), actor.plantId, screen.document.id, no)
  if (found === null) fail('not_found')
  await saveDraft(write, actor, screen.document, found.content, screen.document.shown === no)
  const { id, name, subjectKind } = subjectOf(screen)
  await recordAudit(write, actor, {
    subjectKind,
    subjectId: id,
    subjectName: name,
    action: 'screen.restore',
    after: { no },
  })
}

function rejectProblems(layout: ScreenLayout, where: string): void {
  const problems = layoutProblems(layout)
  if (problems.length > 0)
    fail('request.invalid', {
      errors: problems.map(({ path, reason }) => ({ path: `${where}.${path}`, reason })),
    })
}

/** A draft edited back to the published content needs no publishing. */
async function isShown(write: Write, { document }: HeldScreen, draft: ScreenLayout): Promise<boolean> {
  if (document.shown === null) return false
  const shown = await versionOf(asReads(write), document.plant_id, document.id, document.shown)
  return shown !== null && differences(readLayout(shown.content), draft) === null
}
