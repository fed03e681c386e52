// What other modules may use of this one.
export { onOrderBolts, onOrderMetres } from './purchase-lines.queries.ts'
export { steelPrices } from './stock-value.ts'
