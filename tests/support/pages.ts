import type { App } from './journey.ts'

/** Pages that open without a session. */
export const publicPaths = ['/login', '/404', '/401', '/wx/transfer?ticket=one'] as const

const shellPaths = [
  '/dashboard',
  '/order/list',
  '/order/projects',
  '/order/nests',
  '/order/nests?part=nests',
  '/order/plates',
  '/order/schedule',
  '/order/schedule?view=calendar',
  '/order/report',
  '/order/work',
  '/order/work?part=list',
  '/find',
  '/order/shipping',
  '/order/shipping?part=packages',
  '/order/shipping?part=departures',
  '/order/shipping?part=siteCalendar',
  '/order/site',
  '/order/processes',
  '/order/processes?part=routes',
  '/order/processes?part=workshops',
  '/order/processes?part=crews',
  '/order/processes?part=shifts',
  '/quality/list',
  '/quality/due',
  '/quality/gates',
  '/quality/statistics',
  '/quality/statistics?kind=p',
  '/quality/statistics?by=project&ncrBy=cause&measure=cost&repairBy=welder',
  '/quality/papers',
  '/quality/standards',
  '/quality/limits',
  '/quality/instruments',
  '/quality/welds',
  '/quality/welds?part=welders',
  '/quality/welds?part=certificates',
  '/quality/welds?part=wps',
  '/quality/ndt',
  '/quality/ndt?part=requests',
  '/quality/coating',
  '/quality/coating?part=specs',
  '/quality/ncrs',
  '/quality/defects',
  '/quality/verify',
  '/quality/incoming',
  '/quality/incoming?part=certificates',
  '/quality/trace',
  '/quality/grades',
  '/quality/trial-assemblies',
  '/warehouse/steel',
  '/warehouse/bars',
  '/order/labour',
  '/order/labour?part=payroll',
  '/order/labour?part=costs',
  '/order/labour?part=standards',
  '/order/labour?part=rates',
  '/warehouse/purchasing',
  '/warehouse/subcontracts',
  '/warehouse/purchasing?part=lines',
  '/warehouse/purchasing?part=value',
  '/warehouse/purchasing?part=suppliers',
  '/warehouse/bolts',
  '/warehouse/bolts?part=lots',
  '/warehouse/stock-takes',
  '/warehouse/goods',
  '/equipment/list',
  '/equipment/profiles',
  '/equipment/labels',
  '/equipment/alarms',
  '/equipment/alarms?part=rules',
  '/equipment/alarms?part=outOfService',
  '/equipment/stops',
  '/equipment/stops?part=reasons',
  '/equipment/figures',
  '/equipment/figures?part=stops',
  '/equipment/figures?by=shift',
  '/equipment/calendar',
  '/equipment/maintenance',
  '/equipment/gateways',
  '/equipment/gateways?part=adapters',
  '/equipment/gateways?part=inbox',
  '/equipment/gateways?part=faults',
  '/equipment/maintenance?part=checks',
  '/equipment/maintenance?part=plans',
  '/equipment/maintenance?part=calendar',
  '/equipment/maintenance?part=stock',
  '/equipment/maintenance?part=items',
  '/equipment/at/CUT-01',
  '/baseInfo/edit',
  '/set/show',
  '/set/show?part=devices',
  '/authority/users',
  '/authority/roles',
  '/authority/terminals',
  '/authority/audit',
  '/authority/audit?view=errors',
  '/personal',
] as const

/** The demo factory's order with the most pieces: of all orders, or of those in production. */
export async function largestOrder(
  app: App,
  filter: '' | '&status=in_production' = '',
): Promise<{ readonly id: string; readonly no: string }> {
  const { body } = await (await app.api('admin')).call('GET', `/api/orders?sort=-pieces&pageSize=1${filter}`)
  const [order] = (body as { items: { id: string; no: string }[] }).items
  if (order === undefined) throw new Error('the demo factory has no orders')
  return order
}

/** Every page behind the sign-in. Order pages use the largest order in production, which has data in every part. */
export async function pathsInside(app: App): Promise<readonly string[]> {
  const { id } = await largestOrder(app, '&status=in_production')
  const parts = [
    'overview',
    'marks',
    'pieces',
    'matrix',
    'productionLots',
    'holds',
    'documents',
    'shipping',
    'imports',
    'quality',
    'material',
  ]
  return [
    ...shellPaths,
    ...parts.map((part) => `/order/detail/${id}?part=${part}`),
    `/order/print/${id}?status=accepted`,
    ...(await shippingPaths(app)),
    ...(await qualityPaths(app)),
    ...(await equipmentPaths(app)),
    `/set/screen/${await (await listed(app))('/api/screens?')}`,
    '/virtualData',
  ]
}

/** The id of the first row of a list of the demo factory. */
async function listed(app: App): Promise<(list: string) => Promise<string>> {
  const api = await app.api('admin')
  return async (list) => {
    const { body } = await api.call('GET', `${list}pageSize=1`)
    const [first] = (body as { items: { id: string }[] }).items
    if (first === undefined) throw new Error(`the demo factory has nothing in ${list}`)
    return first.id
  }
}

/** Inspections in progress and locked, a test, a coat and a report of the demo factory. */
async function qualityPaths(app: App): Promise<readonly string[]> {
  const firstOf = await listed(app)
  const [draft, locked, ndt, coat, ncr, certificate] = await Promise.all([
    firstOf('/api/inspections?status=draft&'),
    firstOf('/api/inspections?status=locked&'),
    firstOf('/api/ndt/requests?'),
    firstOf('/api/coats?'),
    firstOf('/api/ncrs?'),
    firstOf('/api/mill-certificates?status=draft&'),
  ])
  return [
    `/quality/inspection/${draft}`,
    `/quality/inspection/${locked}`,
    `/quality/ndt/${ndt}`,
    `/quality/coating/${coat}`,
    `/quality/ncr/${ncr}`,
    `/quality/mill-certificate/${certificate}`,
    ...(await materialPaths(app)),
  ]
}

/** A machine and a repair order of the demo factory. */
async function equipmentPaths(app: App): Promise<readonly string[]> {
  const firstOf = await listed(app)
  const [machine, repair] = await Promise.all([
    firstOf('/api/machines?class=gantry_saw&'),
    firstOf('/api/repairs?status=working&'),
  ])
  const parts = ['overview', 'signals', 'states', 'alarms', 'events', 'maintenance', 'documents']
  return [...parts.map((part) => `/equipment/detail/${machine}?part=${part}`), `/equipment/repair/${repair}`]
}

/** The oldest lot of the demo factory: its receipt, the use of its heat, and its acceptance criteria. */
async function materialPaths(app: App): Promise<readonly string[]> {
  const { body } = await (await app.api('admin')).call('GET', '/api/lots?sort=receivedOn&pageSize=1')
  type Named = { readonly id: string }
  const [lot] = (body as { items: Record<'receipt' | 'heat' | 'grade', Named>[] }).items
  if (lot === undefined) throw new Error('the demo factory has no material')
  return [
    `/quality/receipt/${lot.receipt.id}`,
    `/quality/trace?heat=${lot.heat.id}`,
    `/quality/grade/${lot.grade.id}`,
  ]
}

/** A package and two deliveries of the demo factory, one in transit and one received. */
async function shippingPaths(app: App): Promise<readonly string[]> {
  const firstOf = await listed(app)
  const [pack, sent, received] = await Promise.all([
    firstOf('/api/packages?status=closed&'),
    firstOf('/api/deliveries?status=sent&'),
    firstOf('/api/deliveries?status=received&'),
  ])
  return [
    `/order/package/${pack}`,
    `/order/package/${pack}/print`,
    `/order/delivery/${sent}`,
    `/order/delivery/${sent}/receipt`,
    `/order/delivery/${received}`,
    `/order/delivery/${received}/print`,
    `/order/delivery/${received}/print?sheet=truck`,
  ]
}
