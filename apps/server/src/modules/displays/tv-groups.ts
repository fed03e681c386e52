import type { screenGroupsApi } from '@cloud-factory/contract/displays/screen-groups'
import type { Names } from '@cloud-factory/contract/planning/processes'
import { screenGroups } from '@cloud-factory/domain/displays/group-resource'
import type { ShownTv } from '@cloud-factory/domain/wall/wall-frame'
import { type RawBuilder, sql } from 'kysely'
import { canChange, type Crud } from '../../platform/crud/crud.ts'
import { type Reads, readRows, type Write } from '../../platform/db/handles.ts'
import { rowForUpdate } from '../../platform/db/signed-rows.ts'
import type { PlanPort } from '../work-calendar/public.ts'
import { applySchedules } from './group-schedules.ts'
import { screenForUpdate } from './screens.store.ts'

/** What an administrator says of a TV. */
export interface Placing {
  readonly name: string
  /** What it shows when its group has no screen. */
  readonly screenId: string
  readonly groupId: string | null
}

/** TVs `t` with their groups `g`. */
export const tvsInGroups = sql`screen_devices t left join screen_groups g on g.id = t.group_id`
/** What such a TV shows: what the schedule of its group says, the screen of the group, or its own. */
export const shownScreenId = sql<number>`coalesce(g.scheduled_screen_id, g.screen_id, t.screen_id)`

/** Whether a TV or a group has a screen. */
export const usesOf = (screenId: RawBuilder<unknown>) => sql<boolean>`(
  exists (select from screen_devices u where u.screen_id = ${screenId} and u.revoked_at is null)
  or exists (select from screen_groups u where u.screen_id = ${screenId}
    or u.schedule @> jsonb_build_array(jsonb_build_object('screenId', (${screenId})::text))))`

/** The same, for a screen that is locked. */
export async function isUsed(write: Write, screenId: number): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`select ${usesOf(sql`${screenId}::bigint`)} as used`.execute(
    write,
  )
  return rows[0]?.used === true
}

/** The group, locked so that it is not deleted meanwhile; null: none. */
export const groupOfId = async (write: Write, plantId: number, id: string | null) =>
  id === null ? null : rowForUpdate(write, 'screen_groups', plantId, id)

/** A TV and what it shows. */
export interface ShowingTv extends ShownTv {
  readonly id: number
  readonly screenId: number
  readonly groupId: number | null
}

interface TvRead {
  readonly id: number
  readonly screen_id: number
  readonly group_id: number | null
  /** It has a staggered group, and has reported. */
  readonly takes_turns: boolean
  readonly dark: boolean
}

/** All TVs of the plant. Those of a staggered group that show the same screen are each one page ahead of the one before. */
export async function showingTvs(reads: Reads, plantId: number): Promise<ShowingTv[]> {
  const rows = await readRows(
    reads,
    sql<TvRead>`select t.id, ${shownScreenId} as screen_id, t.group_id,
        coalesce(g.staggered, false) and t.beacon is not null as takes_turns, coalesce(g.dark, false) as dark
      from ${tvsInGroups} where t.plant_id = ${plantId} and t.revoked_at is null order by t.id`,
  )
  const counted = new Map<string, number>()
  return rows.map(({ id, screen_id: screenId, group_id: groupId, takes_turns: takesTurns, dark }) => {
    const place = `${groupId} ${screenId}`
    const ahead = takesTurns ? (counted.get(place) ?? 0) : 0
    if (takesTurns) counted.set(place, ahead + 1)
    return { id, screenId, groupId, ahead, dark }
  })
}

interface GroupMore {
  readonly screen: Names | null
  readonly devices: number
  readonly online: number
}

/** A TV without a report for this time is silent, milliseconds. TVs report every 30 seconds. */
export const silentMs = 120_000

/** Groups of TVs. */
export const groupCrud = (plan: PlanPort): Crud<typeof screenGroups, typeof screenGroupsApi, GroupMore> => ({
  resource: screenGroups,
  columns: ({ now }) => sql`s.names as screen,
    (select count(*)::int from screen_devices t where t.group_id = r.id) as devices,
    (select count(*)::int from screen_devices t where t.group_id = r.id
      and t.last_seen_at > ${new Date(now.getTime() - silentMs)}) as online`,
  from: () => sql`screen_groups r left join screens s on s.id = coalesce(r.scheduled_screen_id, r.screen_id)`,
  sorts: { name: ['r.name'] },
  words: sql`r.name`,
  view: ({ screen, dark, devices, online }, { actor }) => ({
    screen,
    dark,
    devices,
    online,
    can: canChange(screenGroups, actor, devices > 0),
  }),
  async check({ write, actor }, { screenId, schedule }) {
    const chosen = [screenId, ...schedule.map((rule) => rule.screenId)]
    for (const id of new Set(chosen)) if (id !== null) await screenForUpdate(write, actor.plantId, id)
  },
  save: ({ write, actor, now }, id) => applySchedules(write, { plan, plantId: actor.plantId, now }, id),
  audited: async ({ write, actor }, values) => {
    const { screenId } = values as { readonly screenId?: string | null }
    if (typeof screenId !== 'string') return values
    const { screen } = await screenForUpdate(write, actor.plantId, screenId)
    return { ...values, screen: screen.names.zh }
  },
})
