// What other modules may use of this one.
export { barsToBuy, type OnOrderPort, shortages } from './shortages.queries.ts'
export { demandOf, openProfiles } from './demand.queries.ts'
export {
  BackgroundSearches,
  failSearch,
  failStaleSearches,
  type RunSearch,
  type SearchDeps,
} from './background-searches.ts'
export { runSearch, type SearchTask } from './run-nesting.ts'
