import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { StoredImport } from './imports.store.ts'
import {
  insertRevisions,
  keepBefore,
  marksChangedSince,
  planChanges,
  redefineInPlace,
  supersedeWaiting,
} from './apply-changes.store.ts'
import { addPieces, countQuantities, holdStarted, moveWaiting, type Placement } from './place-pieces.store.ts'

/** What was decided was decided on the order as it was compared. */
export async function requireAsCompared(write: Write, job: StoredImport, orderNo: string): Promise<void> {
  const stale = await marksChangedSince(write, job)
  if (stale.length > 0) fail('import.stale', { params: { marks: stale.join(', '), order: orderNo } })
}

/** Writes the accepted changes of an import to its locked order; new marks are written by the command itself. */
export async function applyChanges(
  write: Write,
  actor: Actor,
  job: StoredImport,
  fileNames: string,
): Promise<void> {
  const plans = await planChanges(write, job)
  if ('impossible' in plans) {
    fail('state.refused', { params: { reason: 'import.needs_started', mark: plans.impossible } })
  }
  const placements: Placement[] = plans.map(({ mark, revision, redefined, quantity, added }) => ({
    mark,
    revision,
    redefined,
    quantity,
    added,
  }))
  await keepBefore(write, job)
  await supersedeWaiting(write, actor, job, plans)
  await redefineInPlace(write, actor, plans)
  await insertRevisions(write, actor, job, plans)
  await moveWaiting(write, actor, job, placements)
  await addPieces(write, actor, job, placements)
  await countQuantities(write, actor, job, placements)
  await holdStarted(write, actor, job, fileNames)
}
