/** A supplier's name for comparison: normalized width and case, single spaces. */
export const supplierKey = (name: string): string =>
  name.normalize('NFKC').toLowerCase().trim().replaceAll(/\s+/g, ' ')

/** A heat number as stored: normalized width, upper case, trimmed. */
export const heatNumber = (no: string): string => no.normalize('NFKC').trim().toUpperCase()
