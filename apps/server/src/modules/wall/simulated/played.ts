import { clockAt } from '@cloud-factory/domain/numbers/zone-clock'
import type { MachineState } from '@cloud-factory/domain/machines/equipment-enums'
import type { SimulatorState } from '@cloud-factory/contract/simulator/simulator'
import { monthOf, dayNumber, dayOf } from '@cloud-factory/domain/numbers/civil-days'
import type { Names } from '@cloud-factory/domain/resource/resource'
import type { DayFacts } from '../wall.types.ts'

interface PlayedMachine {
  readonly bands: readonly { readonly from: number; readonly state: MachineState }[]
  /** Of manned time. */
  readonly seconds: Readonly<Record<MachineState, number>>
  readonly mannedS: number
  readonly kwhByHour: ReadonlyMap<number, number>
}
export interface PlayedOrder {
  readonly no: string
  readonly begunAt: number
  readonly promisedDays: number
  readonly pieces: number
  readonly begunKg: number
  readonly begunPieces: number
  readonly stageKg: number
  readonly openNcrs: number
}

/** Simulation results; timestamps are ms of the plant's own clock. */
export interface Played {
  readonly now: number
  readonly drift: number
  readonly isDark: boolean
  readonly waiting: ReadonlyMap<string, readonly { readonly kg: number }[]>
  readonly books: {
    readonly machines: ReadonlyMap<string, PlayedMachine>
    readonly orders: ReadonlyMap<string, PlayedOrder>
    readonly course: ReadonlyMap<string, ReadonlyMap<number, number>>
    readonly quality: {
      readonly inspected: number
      readonly passed: number
      readonly testedMm: number
      readonly rejectedMm: number
      readonly ncrs: readonly { readonly at: number }[]
      readonly defects: ReadonlyMap<string, number>
      readonly crews: ReadonlyMap<string, { readonly inspected: number; readonly passed: number }>
    }
    readonly shipping: {
      readonly packedKg: number
      readonly shippedKg: number
      readonly trucks: number
      readonly loadingUntil: number | null
    }
    readonly stops: ReadonlyMap<string, { readonly seconds: number; readonly count: number }>
    readonly labourHours: number
  }
}

/** Queries of the wall to the simulator. */
export interface SimulationPort {
  state(): SimulatorState
  /** Null: no simulation is running. */
  played(): Played | null
  /** Reports a viewer; the simulation starts automatically if allowed. */
  watched(): void
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/**
 * Working hours of the simulated day and its shifts in order with their ends. With a night shift work never stops, and the day begins with it on the
 * evening before.
 */
const plans = {
  day: {
    hours: [6, 22],
    shifts: [
      { id: 'early', to: 14, names: { zh: '早班', en: 'Early shift', es: 'Turno de mañana' } },
      { id: 'late', to: 22, names: { zh: '中班', en: 'Late shift', es: 'Turno de tarde' } },
    ],
  },
  night: {
    hours: [-4, 20],
    shifts: [
      { id: 'night', to: 8, names: { zh: '夜班', en: 'Night shift', es: 'Turno de noche' } },
      { id: 'day', to: 20, names: { zh: '白班', en: 'Day shift', es: 'Turno de día' } },
    ],
  },
} as const
type Plan = (typeof plans)[keyof typeof plans]
const sunday = 7
const weekdayOf = (number: number) => ((number + 3) % 7) + 1

/** Midnight before a timestamp in a time zone, and the day that begins then. */
function midnightOf(now: number, timeZone: string): { readonly day: string; readonly midnight: number } {
  const { day, second } = clockAt(now, timeZone)
  return { day, midnight: now - second * 1_000 - (now % 1_000) }
}

function shiftOf(hour: number, { hours, shifts }: Plan, midnight: number): DayFacts['shift'] {
  const shift = hour < hours[0] ? undefined : shifts.find(({ to }) => hour < to)
  return shift === undefined
    ? null
    : { id: shift.id, names: shift.names, endsAt: midnight + shift.to * hourMs }
}

/** The working day of the simulated plant: two shifts on every day except Sundays. */
export function playedDay(now: number, timeZone: string, isNight: boolean): DayFacts {
  const plan = plans[isNight ? 'night' : 'day']
  const { hours } = plan
  const civil = midnightOf(now, timeZone)
  // In the evening the night shift begins the next working day.
  const ahead = isNight && now >= civil.midnight + hours[1] * hourMs ? 1 : 0
  const midnight = civil.midnight + ahead * dayMs
  const day = dayOf(dayNumber(civil.day) + ahead)
  const workedOn = (number: number) => {
    const start = midnight + (number - dayNumber(day)) * dayMs
    return { day: dayOf(number), from: start + hours[0] * hourMs, to: start + hours[1] * hourMs }
  }
  const monthDays = monthOf(day)
  const monthPlanned: ReturnType<typeof workedOn>[] = []
  for (let number = dayNumber(monthDays[0]); number <= dayNumber(monthDays[1]); number += 1)
    if (weekdayOf(number) !== sunday || number === dayNumber(day)) monthPlanned.push(workedOn(number))
  return {
    now,
    timeZone,
    day,
    shift: shiftOf((now - midnight) / hourMs, plan, midnight),
    planned: [workedOn(dayNumber(day))],
    monthPlanned,
    monthDays,
  }
}

const words = (zh: string, en: string, es: string): Names => ({ zh, en, es })

/** Stages of the simulated factory in the order of work. */
export const stageNames: Readonly<Record<string, Names>> = {
  cut: words('下料', 'Cutting', 'Corte'),
  drill: words('钻孔', 'Drilling', 'Taladrado'),
  assemble: words('H组立', 'H assembly', 'Armado de vigas'),
  weld: words('焊接', 'Welding', 'Soldadura'),
  straighten: words('矫正', 'Straightening', 'Enderezado'),
  blast: words('抛丸', 'Shot blasting', 'Granallado'),
  paint: words('涂装', 'Painting', 'Pintura'),
}
export const stageCount = Object.keys(stageNames).length
export const lastStage = 'paint'

export const reasonNames: Readonly<Record<string, Names>> = {
  material: words('等待材料', 'Waiting for material', 'Esperando material'),
  crane: words('等待行车', 'Waiting for crane', 'Esperando grúa'),
  tool: words('更换工装', 'Tool change', 'Cambio de útil'),
  break: words('休息', 'Break', 'Descanso'),
  fault: words('设备故障', 'Machine fault', 'Avería'),
}
export const defectNames: Readonly<Record<string, Names>> = {
  undercut: words('咬边', 'Undercut', 'Mordedura'),
  porosity: words('气孔', 'Porosity', 'Porosidad'),
  size: words('尺寸超差', 'Out of size', 'Fuera de medida'),
  slag: words('夹渣', 'Slag inclusion', 'Inclusión de escoria'),
  film: words('漆膜厚度不足', 'Film too thin', 'Película insuficiente'),
}
export const crewNames: Readonly<Record<string, Names>> = {
  first: words('焊接一班', 'Welding crew 1', 'Cuadrilla de soldadura 1'),
  second: words('焊接二班', 'Welding crew 2', 'Cuadrilla de soldadura 2'),
  third: words('焊接三班', 'Welding crew 3', 'Cuadrilla de soldadura 3'),
}
export const welderNames: Readonly<Record<string, readonly [string, string]>> = {
  first: ['王建国', '李志强'],
  second: ['陈海涛', '刘明'],
  third: ['赵永刚', '孙伟'],
}
export const alarmNames = {
  fault: words('设备故障停机', 'Machine stopped by a fault', 'Máquina parada por avería'),
  dark: words('通信中断', 'Link lost', 'Enlace perdido'),
  drift: words('焊接电流超出工艺窗口', 'Welding current outside its window', 'Corriente fuera de ventana'),
}
export const customerNames = ['华东建设', '滨海机场', '北方能源', '西部路桥'] as const
export const projectNames = ['会展中心', '航站楼扩建', '主厂房', '跨江大桥'] as const
export const planNames = [
  words('更换导电嘴', 'Change contact tips', 'Cambiar boquillas de contacto'),
  words('清理除尘滤筒', 'Clean dust filters', 'Limpiar filtros de polvo'),
  words('检查行车制动', 'Check crane brakes', 'Revisar frenos de grúa'),
]
