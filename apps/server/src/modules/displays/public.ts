// What other modules may use of this one.
export { screenCommand } from './devices.reads.ts'
export type { PlacesPort } from './places.port.ts'
export { shownScreen } from './screens.reads.ts'
export { shownInfo } from './shown-info.ts'
