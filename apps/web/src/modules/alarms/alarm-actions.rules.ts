import type { AlarmRow } from '@cloud-factory/contract/alarms/alarms'
import { placeActions, type RecordActions } from '../../shared/ui/record-actions.rules.ts'

export type AlarmAction = 'ack' | 'shelve' | 'unshelve' | 'repair'

/** Actions in the head of an alarm: it is acknowledged, then repaired; there is one repair order for it at most. */
export function alarmActions({
  state,
  shelvedUntil,
  repair,
  can,
}: Pick<AlarmRow, 'state' | 'shelvedUntil' | 'repair' | 'can'>): RecordActions<AlarmAction> {
  const repairs = repair === null ? (['repair'] as const) : []
  const shelf = shelvedUntil === null ? 'shelve' : 'unshelve'
  if (state === 'normal') return placeActions<AlarmAction>(can, { more: [...repairs, shelf] })
  return placeActions<AlarmAction>(can, {
    next: state === 'acked' ? repairs : ['ack', ...repairs],
    beside: [shelf],
  })
}
