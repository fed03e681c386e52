import type { AlarmReason, AlarmState } from '@cloud-factory/domain/alarms/alarm-enums'

/** What happens to an alarm. */
export type AlarmMove = 'raise' | 'return' | 'ack'

/** ANSI/ISA-18.2-2016, 5.2 (alarm state model): the state after a move; null: the move changes nothing. */
export function moved(state: AlarmState, move: AlarmMove): AlarmState | null {
  return moves[state][move] ?? null
}

const moves: Readonly<Record<AlarmState, Partial<Record<AlarmMove, AlarmState>>>> = {
  normal: { raise: 'unack' },
  unack: { return: 'rtn_unack', ack: 'acked' },
  acked: { return: 'normal' },
  // Back before anybody looked: it is the same alarm still.
  rtn_unack: { raise: 'unack', ack: 'normal' },
}

interface Facts {
  readonly state: AlarmState
  readonly isShelved: boolean
  /** A repair order was made of it already. */
  readonly hasRepair?: boolean
}

type Can = Readonly<Record<'ack' | 'shelve' | 'unshelve' | 'repair', true | AlarmReason>>

/** What a person may do with an alarm. */
export function alarmCan(tags: readonly string[], { state, isShelved, hasRepair = false }: Facts): Can {
  // As maintenance lets them report: whoever works at machines.
  const canReport = tags.includes('alarm.ack') || tags.includes('equipment.maintain')
  const repair = canReport ? !hasRepair || 'alarm.has_repair' : 'permission.denied'
  if (!tags.includes('alarm.ack'))
    return { ack: 'permission.denied', shelve: 'permission.denied', unshelve: 'permission.denied', repair }
  if (state === 'normal') return { ack: 'alarm.over', shelve: 'alarm.over', unshelve: 'alarm.over', repair }
  return {
    repair,
    ack: state === 'acked' ? 'alarm.acked' : true,
    shelve: isShelved ? 'alarm.shelved' : true,
    unshelve: isShelved ? true : 'alarm.not_shelved',
  }
}
