import type { MachineClass } from '@cloud-factory/domain/machines/equipment-enums'
import type { ReportedEvent } from '../machine-states/public.ts'
import type { DemoPiece } from './plan-demo-days.ts'

interface Stop extends Pick<DemoPiece, 'state' | 'cause'> {
  readonly machine: { readonly id: number; readonly class: MachineClass }
  readonly from: number
  readonly to: number | null
}

/** An alarm of a machine's control. */
interface ControlAlarm {
  readonly code: string
  readonly text: string
  readonly severity: 'warning' | 'critical'
}

/** Alarms of the demo machines' controls, by cause. */
const alarms: Readonly<Record<string, ControlAlarm>> = {
  'FLT-01': { code: 'E210', text: '送进机构卡滞', severity: 'critical' },
  'FLT-02': { code: 'E305', text: '伺服驱动过流', severity: 'critical' },
  'FLT-03': { code: 'E412', text: '液压压力低', severity: 'critical' },
  'FLT-04': { code: 'E520', text: '控制器通讯中断', severity: 'critical' },
  'FLT-05': { code: 'E630', text: '刀具、焊枪碰撞', severity: 'critical' },
  'MAT-03': { code: 'W110', text: '焊丝余量不足', severity: 'warning' },
}
/** Only these machines use wire. */
const welders: ReadonlySet<MachineClass> = new Set(['gantry_saw', 'robot'])
/** Mapping of these codes to stop reasons. */
export const demoCodes = Object.entries(alarms).map(([reason, { code }]) => [reason, code] as const)

/** Reasons of breakdowns and the machines that have them; null: any machine. */
const breakdowns: readonly (readonly [reason: string, of: ReadonlySet<MachineClass> | null])[] = [
  ['FLT-01', null],
  ['FLT-02', null],
  ['FLT-03', new Set<MachineClass>(['assembly', 'straightener', 'drill', 'saw', 'coating_line'])],
  ['FLT-04', null],
  ['FLT-05', new Set<MachineClass>(['cutter', 'laser', 'gantry_saw', 'drill', 'saw', 'robot'])],
]

/** Alarms that a simulated machine of a class may report when it breaks down. */
export const breakdownAlarms = (of: MachineClass): ControlAlarm[] =>
  breakdowns.flatMap(([reason, classes]) => {
    const alarm = alarms[reason]
    return alarm === undefined || classes?.has(of) === false ? [] : [alarm]
  })

/** Reasons that people choose at the machine's panel. */
const chosen: ReadonlySet<string> = new Set(['MAT-02', 'ORG-04'])

/** Events that a demo machine reported for a stop: start and end of an alarm, or the reason that its operator chose. */
export function reportedOf({ machine, cause, from, to }: Stop): ReportedEvent[] {
  const isReported = cause !== null && (cause !== 'MAT-03' || welders.has(machine.class))
  const alarm = isReported ? alarms[cause] : undefined
  const event = { machineId: machine.id, id: `demo-${from}` }
  if (alarm !== undefined)
    return [
      { ...event, at: from + 2000, type: 'alarm', data: { ...alarm, on: true } },
      ...(to === null
        ? []
        : [
            {
              ...event,
              id: `demo-${from}-over`,
              at: to - 1000,
              type: 'alarm' as const,
              data: { ...alarm, on: false },
            },
          ]),
    ]
  if (cause === null || !chosen.has(cause)) return []
  return [{ ...event, at: from + 45_000, type: 'reason', data: { code: cause } }]
}
