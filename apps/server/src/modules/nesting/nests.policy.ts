import type { NestBarStatus, NestStatus } from '@cloud-factory/domain/nesting/nest-enums'

type Allowed = true | string

interface NestCan {
  readonly stop: Allowed
  readonly release: Allowed
  readonly cancel: Allowed
}

/** What may be done with a nest. `stockBars`: bars in stock that it plans. */
export function nestCan(tags: readonly string[], status: NestStatus, stockBars: number): NestCan {
  if (!tags.includes('order.edit'))
    return { stop: 'permission.denied', release: 'permission.denied', cancel: 'permission.denied' }
  return {
    stop: status === 'solving' ? true : `nest.${status}`,
    release: release(status, stockBars),
    cancel: status === 'solving' || status === 'planned' || status === 'released' ? true : `nest.${status}`,
  }
}

function release(status: NestStatus, stockBars: number): Allowed {
  if (status !== 'planned') return `nest.${status}`
  return stockBars > 0 ? true : 'nest.only_to_buy'
}

/** A bar is reported once, after its nest was released. */
export function canReportBar(tags: readonly string[], status: NestBarStatus): Allowed {
  if (!tags.includes('order.report')) return 'permission.denied'
  return status === 'reserved' ? true : `nest.bar_${status}`
}
