import { resource } from '../resource/resource.ts'

/** Groups of TVs: which screen they show, and whether together. */
export const screenGroups = resource({
  path: 'screen-groups',
  table: 'screen_groups',
  view: 'display.view',
  edit: 'display.set',
  subject: 'screen_group',
  event: 'screens.group_changed',
  queries: 'screens',
  words: ['displays', 'groups'],
  name: 'name',
  unique: 'name',
  fields: {
    name: { type: 'text', max: 60, required: true },
    /** What all of its TVs show; null: each its own. */
    screenId: { type: 'id', optional: true, label: 'field.screen' },
    /** TVs that show the same screen show different pages of it at the same moment. */
    staggered: { type: 'flag', initial: false, hint: true },
  },
  sorts: ['name'],
  search: ['name'],
})
