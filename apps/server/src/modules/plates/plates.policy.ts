import type { PlateNest } from '@cloud-factory/contract/plates/plate-nests'
import type { PlateJobRow, PlateRemnantRow, PlateResult } from '@cloud-factory/contract/plates/plates'
import type {
  NestBarStatus,
  NestStatus,
  PlateJobStatus,
  PlateRemnantStatus,
} from '@cloud-factory/domain/nesting/nest-enums'

type Allowed = true | string

const needs = (tags: readonly string[], tag: string, verdict: Allowed): Allowed =>
  tags.includes(tag) ? verdict : 'permission.denied'

/** What may be done with a plate job of which so many parts are cut. */
export function plateJobCan(
  tags: readonly string[],
  { status, cut }: { readonly status: PlateJobStatus; readonly cut: number },
): PlateJobRow['can'] {
  const isOpen = status === 'open'
  const close = status === 'cut' || (isOpen && (cut > 0 || 'plate.nothing_cut'))
  return {
    report: needs(tags, 'order.report', isOpen || `plate.job_${status}`),
    close: needs(tags, 'order.edit', close || `plate.job_${status}`),
    cancel: needs(tags, 'order.edit', isOpen ? cut === 0 || 'plate.partly_cut' : `plate.job_${status}`),
  }
}

/** A result is undone while its job is not closed. */
export function plateResultCan(
  tags: readonly string[],
  { status, isUndone }: { readonly status: PlateJobStatus; readonly isUndone: boolean },
): PlateResult['can'] {
  const verdict = status === 'open' || status === 'cut' || `plate.job_${status}`
  return { undo: needs(tags, 'order.report', isUndone ? 'work.undone' : verdict) }
}

/** Whether what is not cut of a job may be nested here. */
export const canNestPlates = (tags: readonly string[], status: PlateJobStatus): Allowed =>
  needs(tags, 'order.edit', status === 'open' || `plate.job_${status}`)

/** What may be done with a nest of which so many layouts on plates in stock are planned. */
export function plateNestCan(tags: readonly string[], status: NestStatus, planned: number): PlateNest['can'] {
  const release = status === 'planned' ? planned > 0 || 'plate.only_to_buy' : `nest.${status}`
  const isActive = status === 'solving' || status === 'planned' || status === 'released'
  return {
    stop: needs(tags, 'order.edit', status === 'solving' || `nest.${status}`),
    release: needs(tags, 'order.edit', release),
    cancel: needs(tags, 'order.edit', isActive || `nest.${status}`),
  }
}

/** A plate is reported once, after its nest was released. */
export const canReportLayout = (tags: readonly string[], status: NestBarStatus): Allowed =>
  needs(tags, 'order.report', status === 'reserved' || `plate.layout_${status}`)

export const plateRemnantCan = (
  tags: readonly string[],
  status: PlateRemnantStatus,
): PlateRemnantRow['can'] => ({
  scrap:
    tags.includes('order.report') || tags.includes('quality.inspect')
      ? status === 'available' || `plate.remnant_${status}`
      : 'permission.denied',
})
