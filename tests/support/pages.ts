import type { House } from './journey.ts'

/** Pages that open without a session. */
export const publicPaths = ['/login', '/404', '/401', '/wx/transfer?ticket=one'] as const

const shellPaths = [
  '/dashboard',
  '/order/list',
  '/order/projects',
  '/order/schedule',
  '/order/schedule?view=calendar',
  '/order/report',
  '/order/work',
  '/order/work?part=list',
  '/order/processes',
  '/order/processes?part=routes',
  '/order/processes?part=workshops',
  '/order/processes?part=crews',
  '/order/processes?part=shifts',
  '/quality/list',
  '/equipment/list',
  '/equipment/alarms',
  '/equipment/maintenance',
  '/baseInfo/edit',
  '/set/show',
  '/authority/users',
  '/authority/roles',
  '/authority/audit',
  '/authority/audit?view=errors',
  '/personal',
] as const

/** The demo factory's order that has the most pieces. */
export async function largestOrder(house: House): Promise<{ readonly id: string; readonly no: string }> {
  const { body } = await (await house.api('admin')).call('GET', '/api/orders?sort=-pieces&pageSize=1')
  const [order] = (body as { items: { id: string; no: string }[] }).items
  if (order === undefined) throw new Error('the demo factory has no orders')
  return order
}

/** Every page behind the sign-in; those of an order with the largest one. */
export async function pathsInside(house: House): Promise<readonly string[]> {
  const { id } = await largestOrder(house)
  const parts = [
    'overview',
    'marks',
    'pieces',
    'matrix',
    'batches',
    'holds',
    'documents',
    'imports',
    'history',
  ]
  return [
    ...shellPaths,
    ...parts.map((part) => `/order/detail/${id}?part=${part}`),
    `/order/print/${id}?status=accepted`,
    '/virtualData',
  ]
}
