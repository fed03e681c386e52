import type { PartReportKind } from '@cloud-factory/domain/parts/part-enums'

/** Counters of equal parts of a mark. Parts in a later state count in the earlier ones as well. */
export interface PartCounters {
  readonly needed: number
  readonly nested: number
  readonly cut: number
  /** Built in although nobody reported their cutting. */
  readonly assumed: number
  readonly processed: number
  readonly kitted: number
  readonly built: number
  readonly scrapped: number
}

/** What a report changes. */
export type CounterChange = Readonly<Pick<PartCounters, 'cut' | 'processed' | 'kitted' | 'scrapped'>>

const unchanged: CounterChange = { cut: 0, processed: 0, kitted: 0, scrapped: 0 }

const made = ({ cut, assumed }: PartCounters): number => cut + assumed

/** How many parts can be reported. Nested parts are reported with their bar; parts in kits are no longer scrapped. */
export function maxQuantity(kind: PartReportKind, counters: PartCounters): number {
  const { needed, nested, processed, kitted } = counters
  const max = {
    cut: needed - nested - made(counters),
    process: made(counters) - processed,
    kit: processed - kitted,
    scrap: made(counters) - kitted,
  }
  return Math.max(0, max[kind])
}

/**
 * The change that a report makes. Parts without holes are processed as soon as they are cut. Of scrapped parts, those that are not processed
 * come first: a wrong hole or a wrong length is found there.
 */
export function changeOf(
  kind: PartReportKind,
  quantity: number,
  counters: PartCounters,
  needsProcessing: boolean,
): CounterChange {
  switch (kind) {
    case 'cut':
      return { ...unchanged, cut: quantity, processed: needsProcessing ? 0 : quantity }
    case 'process':
      return { ...unchanged, processed: quantity }
    case 'kit':
      return { ...unchanged, kitted: quantity }
    case 'scrap': {
      const unprocessed = made(counters) - counters.processed
      return {
        ...unchanged,
        cut: -quantity,
        processed: -Math.max(0, quantity - unprocessed),
        scrapped: quantity,
      }
    }
  }
}

/** The change that undoes a stored report; `processed` as stored with it. */
export function undoneChange(
  kind: PartReportKind,
  { quantity, processed }: { readonly quantity: number; readonly processed: number },
): CounterChange {
  switch (kind) {
    case 'cut':
      return { ...unchanged, cut: -quantity, processed: -processed }
    case 'process':
      return { ...unchanged, processed: -quantity }
    case 'kit':
      return { ...unchanged, kitted: -quantity }
    case 'scrap':
      return { ...unchanged, cut: quantity, processed, scrapped: -quantity }
  }
}

/** Why counters cannot change like that: parts went further meanwhile, or scrapped ones were replaced. Null: they can. */
export function changeProblem(
  before: PartCounters,
  change: CounterChange,
): 'part.used_further' | 'part.replaced_already' | null {
  const after = {
    ...before,
    cut: before.cut + change.cut,
    processed: before.processed + change.processed,
    kitted: before.kitted + change.kitted,
  }
  const { built, kitted, processed, cut, nested, needed } = after
  if (cut < 0 || built > kitted || kitted > processed || processed > made(after)) return 'part.used_further'
  return change.cut > 0 && nested + cut > needed ? 'part.replaced_already' : null
}

/** A step of a route, in the order of work. */
interface Step {
  readonly code: string
  readonly kind: string
}

const fitUp = 'FitUpComp'
const preparing: ReadonlySet<string> = new Set(['CutComp', 'MachinedBeforeWeld', 'Drilled'])

/**
 * Position of the step that builds parts into a piece: fit-up, or the first step after cutting and drilling on a route without it. −1: none
 * does.
 */
export function assemblyStep(route: readonly Step[]): number {
  const at = route.findIndex(({ code }) => code === fitUp)
  return at >= 0 ? at : route.findIndex(({ code, kind }) => kind === 'work' && !preparing.has(code))
}

/** Whether only work on single parts lies between a position and the step that builds them in. */
export const isPreparedFrom = (route: readonly Step[], position: number): boolean =>
  route.slice(position, Math.max(0, assemblyStep(route))).every(({ code }) => preparing.has(code))
