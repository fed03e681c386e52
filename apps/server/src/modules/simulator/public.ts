// What other modules may use of this one.
export type { SinkEnds } from './messages.rules.ts'
