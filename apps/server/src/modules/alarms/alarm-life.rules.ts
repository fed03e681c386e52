import type { AlarmReason, AlarmState } from '@cloud-factory/domain/alarms/alarm-enums'

/** An event in the life of an alarm. */
export type AlarmMove = 'raise' | 'return' | 'ack'

/** ANSI/ISA-18.2-2016, 5.2 (alarm state model): the state after a move; null: the move changes nothing. */
export function moved(state: AlarmState, move: AlarmMove): AlarmState | null {
  return moves[state][move] ?? null
}

const moves: Readonly<Record<AlarmState, Partial<Record<AlarmMove, AlarmState>>>> = {
  normal: { raise: 'unack' },
  unack: { return: 'rtn_unack', ack: 'acked' },
  acked: { return: 'normal' },
  // It returned before it was acknowledged and is raised again: still the same alarm.
  rtn_unack: { raise: 'unack', ack: 'normal' },
}

interface Facts {
  readonly state: AlarmState
  readonly isShelved: boolean
  /** It already has a repair order. */
  readonly hasRepair?: boolean
}

type Can = Readonly<Record<'ack' | 'shelve' | 'unshelve' | 'repair', true | AlarmReason>>

/** What a person may do with an alarm. */
export function alarmCan(tags: readonly string[], { state, isShelved, hasRepair = false }: Facts): Can {
  // Same rule as in maintenance: people who work at machines may report.
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
