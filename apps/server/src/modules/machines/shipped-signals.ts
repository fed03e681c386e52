import type { MachineClass, SignalKind, SignalRole } from '@cloud-factory/domain/machines/equipment-enums'
import type { Names } from '@cloud-factory/contract/planning/processes'

/** A signal of a shipped profile: name, unit, range, and what is stored. */
export interface ShippedSignal {
  readonly code: string
  readonly names: Names
  readonly unit: string
  readonly kind: SignalKind
  readonly role: SignalRole | null
  readonly low: number | null
  readonly high: number | null
  readonly decimals: number
  readonly deadband: number
}

export interface ShippedProfile {
  readonly code: string
  readonly class: MachineClass
  readonly names: Names
  readonly rateMs: number
  readonly signals: readonly ShippedSignal[]
}

type Words = readonly [zh: string, en: string, es: string]
type Range = readonly [low: number, high: number]

export const named = ([zh, en, es]: Words): Names => ({ zh, en, es })

interface More {
  readonly role?: SignalRole
  readonly decimals?: number
  /** Omitted: one thousandth of the range. */
  readonly deadband?: number
}

/** A value that rises and falls. */
export const gauge = (
  code: string,
  words: Words,
  unit: string,
  [low, high]: Range,
  { role, decimals = 1, deadband = (high - low) / 1000 }: More = {},
): ShippedSignal => ({
  code,
  names: named(words),
  unit,
  kind: 'gauge',
  role: role ?? null,
  low,
  high,
  decimals,
  deadband,
})

/** A value that only increases, until it restarts at 0. */
export const counter = (
  code: string,
  words: Words,
  unit: string,
  { role, decimals = 0 }: Omit<More, 'deadband'> = {},
): ShippedSignal => ({
  code,
  names: named(words),
  unit,
  kind: 'counter',
  role: role ?? null,
  low: 0,
  high: null,
  decimals,
  deadband: 0,
})

/** The machine state as a number of `machineStates`. */
export const state: ShippedSignal = {
  code: 'st',
  names: named(['状态', 'State', 'Estado']),
  unit: '',
  kind: 'state',
  role: 'state',
  low: null,
  high: null,
  decimals: 0,
  deadband: 0,
}

/** Power up to the given kW, and the consumed energy. */
export const energy = (maxKw: number): readonly ShippedSignal[] => [
  gauge('kw', ['功率', 'Power', 'Potencia'], 'kW', [0, maxKw], { role: 'power' }),
  counter('kwh', ['电能', 'Energy', 'Energía'], 'kWh', { role: 'energy', decimals: 1 }),
]

/** Output in the machine's own unit. */
export const output = (words: Words, unit: string, decimals = 0): ShippedSignal =>
  counter('out', words, unit, { role: 'output', decimals })

/** Hours with the arc or the beam on. */
export const arcHours = (words: Words): ShippedSignal =>
  counter('arc_h', words, 'h', { role: 'arc_on', decimals: 2 })

/** What decides whether steel may be painted: temperature of the air, humidity, temperature of the steel. */
export const paintClimate = (code: string, words: Words): readonly ShippedSignal[] => [
  gauge(code, words, '°C', [-20, 60], { role: 'temperature' }),
  gauge('rh', ['相对湿度', 'Humidity', 'Humedad'], '%', [0, 100], { role: 'humidity' }),
  gauge('steel_t', ['钢板温度', 'Steel temperature', 'Temperatura del acero'], '°C', [-20, 80], {
    role: 'surface_temperature',
  }),
]
