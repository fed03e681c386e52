import { resource } from '../resource/resource.ts'

/** Defects by which non-conformances are classified: groups, and the defects of each. */
export const defects = resource({
  path: 'defects',
  table: 'defects',
  view: 'quality.view',
  edit: 'quality.judge',
  subject: 'defect',
  event: 'quality.defects_changed',
  queries: 'quality',
  words: ['ncr', 'defects'],
  name: 'code',
  unique: 'code',
  fields: {
    code: { type: 'code' },
    /** Its group; null: it is a group itself. */
    parentId: { type: 'id', optional: true, label: 'field.group' },
    names: { type: 'names', max: 60 },
    position: { type: 'number', max: 9999, initial: 900 },
    active: { type: 'flag' },
  },
  sorts: ['position'],
  search: ['code'],
})
