import { own, resource } from '../resource/resource.ts'

/** When a rule of a schedule holds: in a shift, between the shifts of a working day, on a day without work. */
export const ruleTimes = ['shift', 'outside', 'day_off'] as const

/** What the TVs of a group show at a time; the first rule that holds decides. */
export interface GroupRule {
  at: (typeof ruleTimes)[number]
  /** Only of `shift`. */
  shiftId: string | null
  /** Null: the TVs are dark. */
  screenId: string | null
}
export const maxGroupRules = 20

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
    /** By shift and day off; at other times they show the screen above. */
    schedule: { ...own<GroupRule[]>(), label: 'groupSchedule' },
  },
  sorts: ['name'],
  search: ['name'],
})
