// Exports of this module for other modules.
export { screenCommand } from './devices.reads.ts'
export type { PlacesPort } from './places.port.ts'
export { shownScreen } from './screens.reads.ts'
export { shownInfo } from './shown-info.ts'
