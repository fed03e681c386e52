// Exports of this module for other modules.
export { screenCommand } from './devices.queries.ts'
export { type PlacesPort, shownInfo } from './info.queries.ts'
export { shownScreen } from './screens.queries.ts'
