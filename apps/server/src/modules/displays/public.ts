// Exports of this module for other modules.
export { screenCommand } from './devices.queries.ts'
export { shownInfo } from './info.queries.ts'
export { shownScreen } from './screens.queries.ts'
export { showingTvs } from './tv-groups.ts'
