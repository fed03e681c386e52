import { machineClasses } from '../machines/equipment-enums.ts'
import { planTriggers } from './maintenance-enums.ts'
import { resource } from '../resource/resource.ts'

export const spareParts = resource({
  path: 'spare-parts',
  table: 'spare_parts',
  view: 'equipment.view',
  edit: 'equipment.edit',
  subject: 'spare_part',
  event: 'equipment.parts_changed',
  queries: 'equipment',
  words: ['maintenance', 'stock'],
  name: 'code',
  unique: 'code',
  fields: {
    code: { type: 'code' },
    name: { type: 'text', max: 80, required: true },
    unit: { type: 'text', max: 12, required: true, initial: '个' },
    minStock: { type: 'number', max: 999_999, decimals: 3, initial: 0 },
    place: { type: 'text', max: 60 },
    /** In the factory's currency; null: unknown. */
    price: { type: 'number', max: 9_999_999, decimals: 2, optional: true },
    note: { type: 'text', max: 500, lines: 2 },
    active: { type: 'flag' },
  },
  sorts: ['code', 'name', 'stock'],
  filters: ['active'],
  search: ['code', 'name', 'place'],
})

/** What is checked in an inspection round, by machine class. */
export const checkItems = resource({
  path: 'check-items',
  table: 'check_items',
  view: 'equipment.view',
  edit: 'equipment.edit',
  subject: 'check_item',
  event: 'equipment.check_items_changed',
  queries: 'equipment',
  words: ['maintenance', 'items'],
  name: 'names',
  fields: {
    /** What to check, and the expected condition. */
    names: { type: 'names', max: 60, label: 'field.item' },
    class: { type: 'choice', values: machineClasses, words: 'machines:class' },
    /** Position in the list of its class, from 0. */
    position: { type: 'number', max: 999, initial: 0 },
    active: { type: 'flag' },
  },
  sorts: ['position'],
  filters: ['class', 'active'],
  search: ['names'],
})

/** Preventive maintenance of a machine. */
export const maintenancePlans = resource({
  path: 'maintenance-plans',
  table: 'maintenance_plans',
  view: 'equipment.view',
  edit: 'equipment.edit',
  subject: 'maintenance_plan',
  event: 'equipment.plans_changed',
  queries: 'equipment',
  words: ['maintenance', 'plan'],
  name: 'title',
  fields: {
    machineId: { type: 'id', label: 'field.machine' },
    title: { type: 'text', max: 80, required: true },
    /** The work, step by step. */
    instructions: { type: 'text', max: 2000, lines: 4 },
    /** What is counted: calendar days, running hours, or good output. */
    trigger: { type: 'choice', values: planTriggers, hint: true },
    /** Interval in that unit; for days at most `maxPlanDays`. */
    every: { type: 'number', min: 1, max: 9_999_999, initial: 30 },
    /** Days of advance notice; by forecast when hours or output are counted. */
    noticeDays: { type: 'number', max: 90, initial: 3 },
    /** When it was last done, or when counting begins. */
    lastDoneOn: { type: 'day' },
    active: { type: 'flag' },
  },
  sorts: ['due', 'machine', 'title'],
  search: ['machineId', 'title'],
})
export const maxPlanDays = 3650
