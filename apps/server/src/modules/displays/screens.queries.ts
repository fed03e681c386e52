import { sql } from 'kysely'
import { layoutOf } from '@cloud-factory/contract/displays/screen-templates'
import {
  type ScreenLayout,
  screenLayout,
  type ScreenDetail,
  type ScreenRow,
  type ShownScreen,
  type screensApi,
} from '@cloud-factory/contract/displays/screens'
import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import { satisfies } from '@cloud-factory/domain/identity/permissions'
import type { Names } from '@cloud-factory/contract/planning/processes'
import type { ScreenSource } from '@cloud-factory/domain/displays/display-enums'
import { type Actor, rejectOtherScreen } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { allOf, countedPage, limitOf } from '../../platform/db/list-page.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { canChange, canPublish } from './displays.policy.ts'
import { shownScreenId, silentMs, tvsInGroups, usesOf } from './tv-groups.ts'

const first = layoutOf('usual')

/** Converts a stored layout to the current format: newer fields get their default. */
export function readLayout(stored: unknown): ScreenLayout {
  const known = stored as Partial<ScreenLayout>
  const thresholds = { ...first.thresholds, ...known.thresholds }
  return screenLayout.parse({ ...first, ...known, thresholds })
}

interface ScreenRead {
  readonly id: number
  readonly names: Names
  readonly place: string
  readonly source: ScreenSource
  readonly canvas: string
  readonly pages: number
  readonly shown: number | null
  readonly settled: boolean
  readonly devices: number
  readonly online: number
  /** A TV or a group has it, also one that shows another one now. */
  readonly used: boolean
  /** Number of screens of the same source, including this one. */
  readonly alike: number
  readonly updated_at: Date
  readonly updated_by_name: string
  readonly version: number
}

const columns = (now: Date) => sql`s.id, s.names, s.place, s.source, d.draft->>'canvas' as canvas,
  jsonb_array_length(d.draft->'pages') as pages, d.shown, d.settled, d.updated_at, d.updated_by_name, d.version,
  (select count(*)::int from screens a where a.plant_id = s.plant_id and a.source = s.source
    and a.removed_at is null) as alike,
  ${usesOf(sql`s.id`)} as used,
  (select count(*)::int from ${tvsInGroups} where ${shownScreenId} = s.id and t.revoked_at is null) as devices,
  (select count(*)::int from ${tvsInGroups} where ${shownScreenId} = s.id and t.revoked_at is null
    and t.last_seen_at > ${new Date(now.getTime() - silentMs)}) as online`
const from = sql`screens s join display_documents d on d.id = s.id`

const screenView = (row: ScreenRead, actor: Actor): ScreenRow => ({
  id: String(row.id),
  names: row.names,
  place: row.place,
  source: row.source,
  canvas: row.canvas,
  pages: row.pages,
  shown: row.shown,
  settled: row.settled,
  devices: row.devices,
  online: row.online,
  updatedAt: row.updated_at.toISOString(),
  updatedBy: row.updated_by_name,
  version: row.version,
  can: {
    save: canChange(actor, 'display.set'),
    publish: canPublish(actor, 'display.set', row.settled),
    delete: canChange(actor, 'display.set') === true ? canRemove(row) : 'permission.denied',
  },
})

/** Whether a screen may be deleted. `alike`: number of screens of its source. */
export function canRemove({ used, alike }: { used: boolean; alike: number }): true | string {
  if (used) return 'in_use'
  return alike > 1 ? true : 'screen.last'
}

/** One page of the plant's screens, oldest first. */
export async function listScreens(
  reads: Reads,
  actor: Actor,
  query: QueryOf<(typeof screensApi)['GET /api/screens']>,
  now: Date,
): Promise<ReplyOf<(typeof screensApi)['GET /api/screens']>> {
  const where = allOf([
    sql`s.plant_id = ${actor.plantId}`,
    sql`s.removed_at is null`,
    query.q === undefined || query.q === ''
      ? null
      : sql`strpos(lower(s.names::text || ' ' || s.place), lower(${query.q})) > 0`,
  ])
  const order = query.sort === '-id' ? sql`s.id desc` : sql`s.id`
  const { rows, total } = await countedPage(
    reads,
    sql<ScreenRead>`select ${columns(now)} from ${from} where ${where} order by ${order} ${limitOf(query)}`,
    from,
    where,
  )
  return {
    items: rows.map((row) => screenView(row, actor)),
    total,
    can: { add: canChange(actor, 'display.set') },
  }
}

/** Fails with `not_found` when the plant has no such screen. */
export async function screenDetail(reads: Reads, actor: Actor, id: string, now: Date): Promise<ScreenDetail> {
  const [row] = await readRows(
    reads,
    sql<ScreenRead & { readonly draft: unknown }>`select ${columns(now)}, d.draft from ${from}
      where s.plant_id = ${actor.plantId} and s.id = ${Number(id)} and s.removed_at is null`,
  )
  return row === undefined ? fail('not_found') : { ...screenView(row, actor), draft: readLayout(row.draft) }
}

/** The two numbers needed to list versions; fails with `not_found`. */
export async function screenDocument(
  reads: Reads,
  plantId: number,
  id: string,
): Promise<{ id: number; shown: number | null }> {
  const row = await reads
    .selectFrom('display_documents')
    .innerJoin('screens', 'screens.id', 'display_documents.id')
    .select(['display_documents.id', 'display_documents.shown'])
    .where('screens.plant_id', '=', plantId)
    .where('screens.id', '=', Number(id))
    .where('screens.removed_at', 'is', null)
    .executeTakeFirst()
  return row ?? fail('not_found')
}

interface ShownRead {
  readonly id: number
  readonly names: Names
  readonly place: string
  readonly source: ScreenSource
  readonly no: number | null
  readonly content: unknown
}

const seesDrafts = { permissionOr: ['display.set', 'display.view'] } as const

/** The content of a screen; a TV that names none gets its own. */
export async function shownScreen(
  reads: Reads,
  actor: Pick<Actor, 'plantId' | 'tags' | 'screenId'>,
  {
    id,
    source,
    draft,
  }: { id?: string | undefined; source?: ScreenSource | undefined; draft?: '1' | undefined },
): Promise<ShownScreen> {
  const requested = id ?? actor.screenId
  if (requested !== undefined) rejectOtherScreen(actor, requested)
  if (draft === '1' && !satisfies(actor.tags, seesDrafts)) fail('permission.denied')
  const content =
    draft === '1'
      ? sql`null::int as no, d.draft as content from ${from}`
      : sql`d.shown as no, v.content from ${from}
          left join display_versions v on v.document_id = d.id and v.no = d.shown`
  const which =
    requested === undefined ? sql`s.source = ${source ?? 'live'}` : sql`s.id = ${Number(requested)}`
  const [row] = await readRows(
    reads,
    sql<ShownRead>`select s.id, s.names, s.place, s.source, ${content}
      where s.plant_id = ${actor.plantId} and s.removed_at is null and ${which} order by s.id limit 1`,
  )
  if (row === undefined) fail('not_found')
  return {
    id: String(row.id),
    names: row.names,
    place: row.place,
    source: row.source,
    no: row.no,
    layout: row.content === null ? null : readLayout(row.content),
  }
}
