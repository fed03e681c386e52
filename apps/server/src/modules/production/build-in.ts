import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { lackingPieces } from '../assemblies/public.ts'
import {
  assemblyStep,
  buildParts,
  isPreparedFrom,
  marksWithCutParts,
  piecesWithoutKit,
  unbuildParts,
} from '../parts/public.ts'
import { domainError, type ReportedStep, type Route } from './production.rules.ts'
import type { LockedPiece, LockedPieces } from './production.store.ts'
import { cutOf, type ReportOutcome, type ValidatedPiece } from './validate-report.ts'
import type { MaterialPort } from './work-ports.ts'

/** Marks of these pieces whose parts are cut by reports on parts: their cutting and drilling follow from the parts. */
export const preparedMarks = (write: Write, { pieces }: LockedPieces): Promise<ReadonlySet<number>> =>
  marksWithCutParts(
    asReads(write),
    pieces.map(({ mark_id: id }) => id),
  )

/** A report of the step that builds parts in also completes cutting and drilling, where these were reported on the parts. */
export function withPreparation(
  step: ReportedStep,
  { routes }: LockedPieces,
  piece: LockedPiece,
  prepared: ReadonlySet<number>,
): ReportedStep {
  const route = (piece.route_id === null ? undefined : routes.get(piece.route_id)) ?? []
  const isAssembly = route[assemblyStep(route)]?.processId === step.processId
  const follows = isAssembly && prepared.has(piece.mark_id) && isPreparedFrom(route, piece.steps_done)
  return follows ? { ...step, withEarlier: true } : step
}

/** Whether a report completes the step that builds parts in. */
function completesAssembly({ route, steps: { from, to, finishes } }: ValidatedPiece): boolean {
  const at = assemblyStep(route)
  return at >= from && (at < to || (at === to && finishes))
}

interface ReportedPieces {
  readonly results: Map<number, ReportOutcome>
  readonly prepared: ReadonlySet<number>
  readonly now: Date
}

/**
 * Builds the parts of reported pieces in, with the heats that they were cut from, then checks kits and material. Pieces that fail get their
 * reason as result, and their parts are free again.
 */
export async function buildReportedParts(
  write: Write,
  actor: Actor,
  { results, prepared, now }: ReportedPieces,
  material: MaterialPort,
): Promise<void> {
  const validated = () => [...results.values()].filter((result) => 'steps' in result)
  const built = validated()
    .filter(completesAssembly)
    .map(({ piece }) => piece.id)
  for (const [id, lacking] of await lackingPieces(asReads(write), built))
    results.set(id, domainError('work.sub_assemblies_missing', { lacking }))
  await buildParts(write, actor, built, now)
  if (built.length > 0)
    for (const id of await piecesWithoutKit(write, built)) results.set(id, domainError('work.parts_missing'))
  await checkMaterial(write, actor.plantId, { results, validated: validated(), prepared }, material)
  const failed = built.filter((id) => 'reason' in (results.get(id) ?? {}))
  await unbuildParts(write, actor, failed)
}

interface CheckedPieces {
  readonly results: Map<number, ReportOutcome>
  readonly validated: readonly ValidatedPiece[]
  readonly prepared: ReadonlySet<number>
}

/** Parts that were cut by reports on parts bring their heats when they are built in: until then no heat is missing. */
async function checkMaterial(
  write: Write,
  plantId: number,
  { results, validated, prepared }: CheckedPieces,
  material: MaterialPort,
): Promise<void> {
  const cut = validated.flatMap((one) => cutOf(one) ?? [])
  if (cut.length === 0) return
  const waiting = new Set(
    validated
      .filter((one) => prepared.has(one.piece.mark_id) && !completesAssembly(one) && isBefore(one))
      .map(({ piece }) => piece.id),
  )
  for (const [id, reason] of await material(asReads(write), plantId, cut))
    if (reason !== 'work.heat_missing' || !waiting.has(id)) results.set(id, domainError(reason))
}

const isBefore = ({ route, steps }: ValidatedPiece): boolean => steps.to <= assemblyStep(route)

/** The undone step had built parts in: they are available again. */
export async function undoBuiltParts(
  write: Write,
  actor: Actor,
  piece: Pick<LockedPiece, 'id'>,
  route: Route,
  step: number,
): Promise<void> {
  if (step === assemblyStep(route)) await unbuildParts(write, actor, [piece.id])
}
