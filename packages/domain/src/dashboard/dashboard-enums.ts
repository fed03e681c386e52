/** Values of the home page that both sides use. No schemas here, so the browser may import the values. */

/** The figures in display order; each is the total of a list with that list's filter. */
export const orderTiles = [
  'orders_running',
  'orders_late',
  'orders_held',
  'orders_to_release',
  'orders_draft',
  'deliveries_to_send',
] as const
export const qualityTiles = [
  'inspections_due',
  'inspections_draft',
  'inspections_to_judge',
  'ndt_due',
  'ncrs_open',
  'ncrs_overdue',
  'ncrs_to_dispose',
  'ncrs_to_approve',
  'ncrs_to_execute',
  'ncrs_to_verify',
] as const
export const equipmentTiles = [
  'machines_running',
  'machines_setup',
  'machines_idle',
  'machines_fault',
  'machines_maintenance',
  'machines_offline',
  'machines_unknown',
  'stops_unreasoned',
  'alarms_active',
  'alarms_returned',
  'alarms_critical',
  'checks_due',
  'plans_overdue',
  'plans_due',
  'repairs_waiting',
  'repairs_working',
  'repairs_to_verify',
  'parts_short',
] as const
export const systemTiles = [
  'gateways_silent',
  'silent_machines',
  'devices_unknown',
  'users_locked',
  'users_online',
] as const
export const dashboardTiles = [...orderTiles, ...qualityTiles, ...equipmentTiles, ...systemTiles] as const
export type DashboardTile = (typeof dashboardTiles)[number]

/** Background work whose failure an administrator sees, by the module that does it. */
export const backgroundJobs = ['alarms', 'oee', 'inbox', 'system'] as const
