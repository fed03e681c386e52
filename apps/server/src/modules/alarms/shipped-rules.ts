import type { RuleKind, Severity } from '@cloud-factory/domain/alarms/alarm-enums'
import type { MachineClass, MachineState, SignalRole } from '@cloud-factory/domain/machines/equipment-enums'

/** Texts in Chinese, English and Spanish. */
type Words = readonly [zh: string, en: string, es: string]

/** An initial rule of every factory. Times in seconds and minutes; omitted: none, or the column's default. */
export interface ShippedRule {
  readonly code: string
  readonly words: Words
  readonly class: MachineClass | null
  readonly kind: RuleKind
  readonly severity: Severity
  readonly role?: SignalRole
  /** The signal code in the shipped profiles, for a signal without a role. */
  readonly signal?: string
  readonly state?: MachineState
  readonly limit?: number
  readonly critical?: number
  readonly deadBand?: number
  readonly onDelayS?: number
  readonly offDelayS?: number
  readonly escalateMin?: number
  readonly advice?: Words
}

type Limits = Pick<ShippedRule, 'critical' | 'deadBand' | 'onDelayS' | 'offDelayS' | 'escalateMin' | 'advice'>

const limit =
  (kind: 'above' | 'below') =>
  (
    of: MachineClass,
    code: string,
    words: Words,
    signal: { role: SignalRole } | { signal: string },
    value: number,
    more: Limits & { severity?: Severity } = {},
  ): ShippedRule => ({
    code,
    words,
    class: of,
    kind,
    severity: 'warning',
    limit: value,
    onDelayS: 5,
    offDelayS: 5,
    ...signal,
    ...more,
  })
const above = limit('above')
const below = limit('below')

/**
 * Usual limits of such machines. They are starting points: the factory adapts them to its machines, welding procedures and
 * paint manufacturers' data.
 */
export const shippedRules: readonly ShippedRule[] = [
  {
    code: 'OFFLINE',
    words: ['设备离线', 'Machine offline', 'Máquina sin conexión'],
    class: null,
    kind: 'offline',
    severity: 'warning',
    onDelayS: 30,
    escalateMin: 30,
    advice: [
      '检查网关电源和网络',
      'Check power and network of the gateway',
      'Revise la alimentación y la red de la pasarela',
    ],
  },
  {
    code: 'FAULT',
    words: ['设备故障停机', 'Machine stopped by a fault', 'Máquina parada por avería'],
    class: null,
    kind: 'state',
    state: 'fault',
    severity: 'critical',
    onDelayS: 10,
    offDelayS: 5,
    escalateMin: 15,
    advice: ['到现场确认后报修', 'Look at it, then report a repair', 'Revísela y solicite la reparación'],
  },
  {
    code: 'MACHINE',
    words: ['设备自报警', 'The machine’s own alarm', 'Alarma propia de la máquina'],
    class: null,
    kind: 'machine',
    severity: 'warning',
    escalateMin: 30,
  },
  above(
    'cutter',
    'CUT-ARC-V',
    ['弧压过高', 'Arc voltage high', 'Tensión de arco alta'],
    { role: 'voltage' },
    190,
    { deadBand: 5 },
  ),
  below(
    'cutter',
    'CUT-GAS',
    ['气体压力低', 'Gas pressure low', 'Presión de gas baja'],
    { role: 'pressure' },
    0.4,
    { critical: 0.25, deadBand: 0.03, onDelayS: 10 },
  ),
  below(
    'cutter',
    'CUT-O2',
    ['氧气压力低', 'Oxygen pressure low', 'Presión de oxígeno baja'],
    { signal: 'o2_p' },
    0.35,
    { deadBand: 0.03, onDelayS: 10 },
  ),
  above(
    'laser',
    'LAS-CHILLER',
    ['冷水机温度高', 'Chiller too warm', 'Enfriadora caliente'],
    { role: 'temperature' },
    32,
    { critical: 36, deadBand: 1, onDelayS: 20 },
  ),
  below('laser', 'LAS-GAS', ['辅助气压低', 'Assist gas low', 'Gas auxiliar bajo'], { role: 'pressure' }, 4, {
    deadBand: 0.5,
    onDelayS: 10,
  }),
  below(
    'assembly',
    'ASM-CLAMP',
    ['夹紧压力低', 'Clamp pressure low', 'Presión de sujeción baja'],
    { role: 'pressure' },
    4,
    { deadBand: 0.3 },
  ),
  above(
    'gantry_saw',
    'SAW-CURRENT',
    ['焊接电流超出工艺范围', 'Welding current above the procedure', 'Corriente por encima del WPS'],
    { role: 'current' },
    1000,
    { critical: 1150, deadBand: 20 },
  ),
  above(
    'gantry_saw',
    'SAW-VOLTAGE',
    ['电弧电压超出工艺范围', 'Arc voltage above the procedure', 'Tensión por encima del WPS'],
    { role: 'voltage' },
    42,
    { deadBand: 1 },
  ),
  below('gantry_saw', 'SAW-FLUX', ['焊剂不足', 'Flux low', 'Fundente bajo'], { signal: 'flux' }, 15, {
    critical: 5,
    deadBand: 3,
    severity: 'info',
    advice: ['添加焊剂', 'Add flux', 'Añada fundente'],
  }),
  above(
    'straightener',
    'STR-CURRENT',
    ['矫正机过载', 'Straightener overloaded', 'Enderezadora sobrecargada'],
    { role: 'current' },
    180,
    { critical: 220, deadBand: 8 },
  ),
  above(
    'straightener',
    'STR-OIL',
    ['液压油温高', 'Hydraulic oil hot', 'Aceite hidráulico caliente'],
    { role: 'temperature' },
    65,
    { critical: 75, deadBand: 3, onDelayS: 30 },
  ),
  above(
    'drill',
    'DRL-TORQUE',
    ['主轴扭矩过大', 'Spindle torque high', 'Par del husillo alto'],
    { role: 'load' },
    110,
    {
      critical: 130,
      deadBand: 5,
      advice: ['检查刀具磨损', 'Check the tool for wear', 'Revise el desgaste de la herramienta'],
    },
  ),
  above(
    'saw',
    'BSW-CURRENT',
    ['锯床电机过载', 'Saw motor overloaded', 'Motor de sierra sobrecargado'],
    { role: 'current' },
    40,
    { deadBand: 2, onDelayS: 10 },
  ),
  below(
    'robot',
    'ROB-GAS',
    ['保护气流量低', 'Shielding gas low', 'Gas de protección bajo'],
    { role: 'gas' },
    10,
    { critical: 6, deadBand: 1, onDelayS: 3 },
  ),
  above(
    'blaster',
    'BLA-CURRENT',
    ['抛丸器过载', 'Blast wheel overloaded', 'Turbina sobrecargada'],
    { role: 'current' },
    60,
    { critical: 75, deadBand: 2, onDelayS: 10 },
  ),
  above(
    'blaster',
    'BLA-DUST',
    ['除尘器压差高', 'Dust filter clogged', 'Filtro de polvo obstruido'],
    { role: 'pressure' },
    1800,
    { critical: 2300, deadBand: 80, onDelayS: 60 },
  ),
  above(
    'coating_line',
    'COA-RH',
    ['涂装湿度超限', 'Humidity above the limit for painting', 'Humedad por encima del límite para pintar'],
    { role: 'humidity' },
    85,
    {
      deadBand: 2,
      onDelayS: 60,
      advice: [
        '停止喷涂，除湿后再施工',
        'Stop painting until it is dry enough',
        'Detenga la pintura hasta que baje la humedad',
      ],
    },
  ),
  above('coating_line', 'COA-VOC', ['VOC 浓度高', 'VOC high', 'COV alto'], { role: 'gas' }, 800, {
    critical: 1200,
    deadBand: 50,
    onDelayS: 30,
    escalateMin: 10,
  }),
  above(
    'crane',
    'CRN-TEMP',
    ['起升电机温度高', 'Hoist motor hot', 'Motor de elevación caliente'],
    { role: 'temperature' },
    95,
    { critical: 115, deadBand: 4, onDelayS: 20 },
  ),
  above(
    'compressor',
    'CMP-TEMP',
    ['排气温度高', 'Discharge too hot', 'Descarga demasiado caliente'],
    { role: 'temperature' },
    100,
    { critical: 110, deadBand: 3, onDelayS: 20 },
  ),
  below(
    'compressor',
    'CMP-BAR',
    ['供气压力低', 'Air pressure low', 'Presión de aire baja'],
    { role: 'pressure' },
    6,
    { critical: 5, deadBand: 0.3, onDelayS: 20, escalateMin: 20 },
  ),
  below(
    'meter',
    'MTR-VOLTAGE',
    ['电压偏低', 'Supply voltage low', 'Tensión de red baja'],
    { role: 'voltage' },
    360,
    { deadBand: 5, onDelayS: 10 },
  ),
]
