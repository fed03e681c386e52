// Public interface of this module.
export type { SinkEnds } from './messages.rules.ts'
