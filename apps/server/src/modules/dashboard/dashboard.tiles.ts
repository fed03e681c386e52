import type { Api } from '@cloud-factory/contract/api'
import type {
  DashboardTile,
  equipmentTiles,
  orderTiles,
  qualityTiles,
  systemTiles,
} from '@cloud-factory/domain/dashboard/dashboard-enums'
import { openNcrStatuses } from '@cloud-factory/domain/ncr/ncr-enums'
import type { PermissionRule } from '@cloud-factory/domain/identity/permissions'

/** A number on the home page: a list, its filter, the page that shows it, and the people who act on it. */
export interface Tile {
  readonly list: keyof Api & `GET ${string}`
  /** Filter of the list. */
  readonly query: Readonly<Record<string, string>>
  readonly page: string
  /** Part of the page to open, in addition to the filter. */
  readonly part?: string
  /** People who act on it; omitted: for information only. */
  readonly task?: PermissionRule
}
type Tiles<Name extends DashboardTile> = Readonly<Record<Name, Tile>>

const orders = (query: Tile['query'], task?: PermissionRule): Tile => ({
  list: 'GET /api/orders',
  page: '/order/list',
  query,
  ...(task && { task }),
})
export const tilesOfOrders: Tiles<(typeof orderTiles)[number]> = {
  orders_running: orders({ status: 'released,in_production,on_hold' }),
  orders_late: orders({ late: 'true' }, { permission: 'order.edit' }),
  orders_held: orders({ held: 'true' }, { permission: 'order.release' }),
  orders_to_release: orders({ status: 'confirmed' }, { permission: 'order.release' }),
  orders_draft: orders({ status: 'draft' }, { permission: 'order.edit' }),
  deliveries_to_send: {
    list: 'GET /api/deliveries',
    query: { status: 'draft,loaded' },
    page: '/order/shipping',
    task: { permission: 'order.ship' },
  },
}

const inspections = (status: string, permission: 'quality.inspect' | 'quality.judge'): Tile => ({
  list: 'GET /api/inspections',
  query: { status },
  page: '/quality/list',
  task: { permission },
})
const ncrs = (query: Readonly<Record<string, string>>, task?: PermissionRule): Tile => ({
  list: 'GET /api/ncrs',
  query,
  page: '/quality/ncrs',
  ...(task && { task }),
})
const judge = { permission: 'quality.judge' } as const
export const tilesOfQuality: Tiles<(typeof qualityTiles)[number]> = {
  inspections_due: {
    list: 'GET /api/due-inspections',
    query: {},
    page: '/quality/due',
    task: { permission: 'quality.inspect' },
  },
  inspections_draft: inspections('draft', 'quality.inspect'),
  inspections_to_judge: inspections('submitted', 'quality.judge'),
  ndt_due: {
    list: 'GET /api/ndt/due',
    query: {},
    page: '/quality/ndt',
    task: { permission: 'quality.inspect' },
  },
  ncrs_open: ncrs({ status: openNcrStatuses.join(',') }),
  ncrs_overdue: ncrs({ overdue: 'true' }),
  ncrs_to_dispose: ncrs({ status: 'open' }, judge),
  ncrs_to_approve: ncrs({ status: 'dispositioned' }, judge),
  ncrs_to_execute: ncrs({ status: 'approved,executing' }, { permission: 'order.report' }),
  ncrs_to_verify: ncrs({ status: 'verify' }, judge),
}

const machines = (state: string): Tile => ({
  list: 'GET /api/machines',
  query: { state },
  page: '/equipment/list',
})
const maintenance = (
  list: Tile['list'],
  part: string,
  query: Readonly<Record<string, string>>,
  task: PermissionRule,
): Tile => ({ list, query, page: '/equipment/maintenance', part, task })
const mend = { permission: 'equipment.maintain' } as const
export const tilesOfEquipment: Tiles<(typeof equipmentTiles)[number]> = {
  machines_running: machines('running'),
  machines_setup: machines('setup'),
  machines_idle: machines('idle'),
  machines_fault: machines('fault'),
  machines_maintenance: machines('maintenance'),
  machines_offline: machines('offline'),
  machines_unknown: machines('unknown'),
  stops_unreasoned: {
    list: 'GET /api/stop-prompts',
    query: { days: '3' },
    page: '/equipment/stops',
    task: { permissionOr: ['equipment.maintain', 'order.report'] },
  },
  alarms_active: {
    list: 'GET /api/alarms',
    query: { view: 'current' },
    page: '/equipment/alarms',
    task: { permission: 'alarm.ack' },
  },
  alarms_returned: {
    list: 'GET /api/alarms',
    query: { view: 'returned' },
    page: '/equipment/alarms',
    task: { permission: 'alarm.ack' },
  },
  alarms_critical: {
    list: 'GET /api/alarms',
    query: { view: 'current', severity: 'critical' },
    page: '/equipment/alarms',
  },
  checks_due: maintenance('GET /api/checks/due', 'checks', {}, mend),
  plans_overdue: maintenance('GET /api/maintenance-plans', 'plans', { state: 'overdue' }, mend),
  plans_due: maintenance('GET /api/maintenance-plans', 'plans', { state: 'due' }, mend),
  repairs_waiting: maintenance('GET /api/repairs', 'repairs', { status: 'reported' }, mend),
  repairs_working: maintenance('GET /api/repairs', 'repairs', { status: 'accepted,working' }, mend),
  repairs_to_verify: maintenance(
    'GET /api/repairs',
    'repairs',
    { status: 'done' },
    { permissionOr: ['equipment.maintain', 'alarm.ack'] },
  ),
  parts_short: maintenance(
    'GET /api/spare-parts',
    'stock',
    { short: 'true' },
    { permission: 'equipment.edit' },
  ),
}

const connect = { permission: 'equipment.edit' } as const
const people = (access: string): Tile => ({
  list: 'GET /api/users',
  query: { access },
  page: '/authority/users',
  task: { permission: 'authority.users' },
})
export const tilesOfSystem: Tiles<(typeof systemTiles)[number]> = {
  gateways_silent: {
    list: 'GET /api/gateways',
    query: { state: 'silent' },
    page: '/equipment/gateways',
    part: 'gateways',
    task: connect,
  },
  silent_machines: { ...machines('offline,unknown'), task: connect },
  devices_unknown: {
    list: 'GET /api/telemetry/inbox',
    query: { status: 'new' },
    page: '/equipment/gateways',
    part: 'inbox',
    task: connect,
  },
  users_locked: people('locked'),
  users_online: people('online'),
}
