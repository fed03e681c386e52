import type { MachineClass, SignalRole } from '@cloud-factory/domain/machines/equipment-enums'
import type { Item } from '@cloud-factory/domain/wall/wall-frame'
import type { PaintCell } from '@cloud-factory/domain/wall/wall-panels'
import type { EnvironmentData, WeatherData } from '@cloud-factory/domain/wall/wall-site'
import { heard, ofClass, trusted } from './machine.items.ts'
import { valueOf } from './machine-memory.ts'
import { grams, hallClimate, item, newest, rounded, trustOf } from './wall.rules.ts'
import type { MachineNow, View } from './wall.types.ts'

const maxReadings = 12
/** Machines that measure the climate of the hall, and the roles for it. Gauges of these machines without a role also count: dust, VOC. */
const classes: readonly MachineClass[] = ['coating_line', 'blaster', 'compressor']
const roles: readonly (SignalRole | null)[] = [
  'temperature',
  'humidity',
  'surface_temperature',
  'pressure',
  null,
]

const measured = ({ machine }: MachineNow) =>
  classes.includes(machine.class)
    ? machine.signals.filter(({ role, kind }) => kind === 'gauge' && roles.includes(role))
    : []

/** Air of the hall and the compressed one, now and over the day. */
export async function environment({ facts, scope }: View): Promise<Item<EnvironmentData>> {
  const [machines, hours] = await Promise.all([facts.machines(scope), facts.hours()])
  const readings = machines
    .flatMap((one) => measured(one).map((signal) => ({ one, signal })))
    .toSorted((a, b) => classes.indexOf(a.one.machine.class) - classes.indexOf(b.one.machine.class))
    .slice(0, maxReadings)
    .map(({ one, signal }) => {
      const last = one.state === 'offline' ? undefined : one.values.get(signal.slot)
      const course = hours.find(({ machineId, slot }) => machineId === one.machine.id && slot === signal.slot)
      return {
        machine: one.machine.code,
        signal: signal.code,
        names: signal.names,
        role: signal.role,
        unit: signal.unit,
        value: rounded(last?.value ?? null, 2),
        at: last?.at ?? null,
        hours: course?.hours.map(({ mean }) => rounded(mean, 2)) ?? [],
      }
    })
  return item(
    newest(readings.map(({ at }) => at)),
    trustOf(readings.filter(({ value }) => value !== null).length, readings.length),
    { readings },
  )
}

/** The first of these with a value. */
const firstOf = (
  machines: readonly MachineNow[],
  role: 'temperature' | 'humidity' | 'surface_temperature',
) => {
  for (const one of machines) {
    const value = valueOf(one, role)
    if (value !== null) return value
  }
  return null
}

/** Climate of the coating line with its status, the blasting machines, and the measured film thickness. */
export async function paint({ facts, scope }: View): Promise<Item<PaintCell>> {
  const day = await facts.day()
  const [all, film, done, processId] = await Promise.all([
    facts.machines(scope),
    facts.film(),
    facts.doneToday(scope, day),
    facts.coatingId(),
  ])
  const lines = ofClass(all, 'coating_line')
  const airC = firstOf(lines, 'temperature')
  const humidity = firstOf(lines, 'humidity')
  const surfaceC = firstOf(lines, 'surface_temperature')
  const machines = [...lines, ...ofClass(all, 'blaster')]
  return item(heard(machines), trusted(machines), {
    airC: rounded(airC, 1),
    humidity: rounded(humidity, 1),
    surfaceC: rounded(surfaceC, 1),
    ...hallClimate(airC, humidity, surfaceC, scope.thresholds.dewMarginK),
    blasters: ofClass(all, 'blaster').map((one) => ({
      code: one.machine.code,
      state: one.state,
      currentA: rounded(valueOf(one, 'current'), 1),
    })),
    dftUm:
      film === null
        ? null
        : {
            mean: rounded(film.mean, 1) ?? 0,
            asked: rounded(film.asked, 0) ?? 0,
            readings: film.readings,
          },
    doneTodayKg: grams(done.get(processId ?? '') ?? 0),
  })
}

/** Wind and paint climate of the first weather station that measures them. */
export async function siteWeather({ facts, scope }: View): Promise<Item<WeatherData>> {
  const stations = ofClass(await facts.machines(scope), 'weather_station')
  const station = stations.find(({ state }) => state !== 'offline') ?? stations[0]
  const known = (role: SignalRole) =>
    station === undefined || station.state === 'offline' ? null : rounded(valueOf(station, role), 1)
  const [airC, humidity, surfaceC] = [known('temperature'), known('humidity'), known('surface_temperature')]
  const { verdict, ...climate } = hallClimate(airC, humidity, surfaceC, scope.thresholds.dewMarginK)
  const own = station === undefined ? [] : [station]
  return item(heard(own), trusted(own), {
    station: station?.machine.code ?? null,
    windMs: known('wind_speed'),
    gustMs: known('wind_gust'),
    airC,
    humidity,
    surfaceC,
    ...climate,
    painting: verdict,
  })
}
