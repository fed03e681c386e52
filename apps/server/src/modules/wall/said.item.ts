import type { Item } from '@cloud-factory/contract/wall-frame'
import type { HonoursData, MaintenanceData, NoticesData } from '@cloud-factory/contract/wall-panels'
import { validOn } from './notices.rules.ts'
import { item } from './trust.rules.ts'
import type { View } from './view.types.ts'

/** Notices of the factory's day, urgent ones first. */
export async function notices({ facts, now }: View): Promise<Item<NoticesData>> {
  const [said, { day }] = await Promise.all([facts.said(), facts.day()])
  return item(now, 'good', {
    notices: validOn(said.notices, day)
      .toSorted((one, other) => Number(other.urgent) - Number(one.urgent))
      .map(({ text, urgent }) => ({ text, urgent })),
  })
}

export async function honours({ facts, now }: View): Promise<Item<HonoursData>> {
  const said = await facts.said()
  return item(now, 'good', { honours: said.honours })
}

export async function maintenance({ facts, now }: View): Promise<Item<MaintenanceData>> {
  return item(now, 'good', await facts.maintenance(await facts.day()))
}
