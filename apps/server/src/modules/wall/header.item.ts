import type { HeaderData, Item } from '@cloud-factory/contract/wall-frame'
import { valueOf } from './readings.ts'
import { item, newest } from './trust.rules.ts'
import { dayNumber } from './civil-days.ts'
import type { MachineNow } from './wall.types.ts'
import type { View } from './view.types.ts'

/** Names, shift, weather of the hall and safety days. Its time is that of the newest value of any machine. */
export async function header({ facts, scope, now }: View): Promise<Item<HeaderData>> {
  const [said, day, machines] = await Promise.all([facts.said(), facts.day(), facts.machines(scope)])
  const at = newest(machines.map(({ heardAt }) => heardAt))
  const since = said.safetySince
  return item(at ?? now, at === null ? 'none' : 'good', {
    names: said.names,
    slogan: said.slogan,
    logo: said.logo,
    shift: day.shift,
    timeZone: day.timeZone,
    safety: since === null ? null : { since, days: Math.max(0, dayNumber(day.day) - dayNumber(since)) },
    temperatureC: weather(machines, 'temperature'),
    humidity: weather(machines, 'humidity'),
    duty: said.duty,
    simulation: facts.simulation(),
  })
}

/** Of the coating line, where the air is measured for its own sake; else of any machine that tells it. */
function weather(machines: readonly MachineNow[], role: 'temperature' | 'humidity'): number | null {
  const inOrder = [
    ...machines.filter(({ machine }) => machine.class === 'coating_line'),
    ...(role === 'humidity' ? machines : []),
  ]
  for (const one of inOrder) {
    const value = valueOf(one, role)
    if (value !== null) return Math.round(value * 10) / 10
  }
  return null
}
