/** A name of a supplier as it is compared: one width, one case, single spaces. */
export const supplierKey = (name: string): string =>
  name.normalize('NFKC').toLowerCase().trim().replaceAll(/\s+/g, ' ')

/** A heat's number as it is kept: one width, capitals, without spaces at its ends. */
export const heatNumber = (no: string): string => no.normalize('NFKC').trim().toUpperCase()
