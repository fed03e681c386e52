import { newUuid } from './new-uuid.ts'

/** Name of this browser tab, new after each reload: the live stream is opened under it, and requests send it along. */
export const tabName = newUuid()
