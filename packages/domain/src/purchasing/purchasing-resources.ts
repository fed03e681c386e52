import { resource } from '../resource/resource.ts'

/** From whom steel is bought. */
export const suppliers = resource({
  path: 'suppliers',
  table: 'suppliers',
  view: 'purchase.view',
  edit: 'purchase.edit',
  subject: 'supplier',
  event: 'suppliers.changed',
  queries: 'purchase',
  words: ['purchasing', 'suppliers'],
  name: 'code',
  unique: 'code',
  fields: {
    code: { type: 'code' },
    name: { type: 'text', max: 80, required: true },
    contact: { type: 'text', max: 80 },
    phone: { type: 'text', max: 40 },
    email: { type: 'text', max: 120 },
    note: { type: 'text', max: 500, lines: 2 },
    active: { type: 'flag' },
  },
  sorts: ['code', 'name'],
  filters: ['active'],
  search: ['code', 'name', 'contact'],
})
