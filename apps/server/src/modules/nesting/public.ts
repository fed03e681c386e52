// What other modules may use of this one.
export { barsToBuy, type OnOrderPort, shortages } from './shortages.queries.ts'
