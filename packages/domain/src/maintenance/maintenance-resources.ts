import { machineClasses } from '../machines/equipment-enums.ts'
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
