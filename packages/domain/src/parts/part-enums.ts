/** Reports on parts: cut, drilled or otherwise processed, in a kit, scrapped. No schemas here, so the browser may import the values. */
export const partReportKinds = ['cut', 'process', 'kit', 'scrap'] as const
export type PartReportKind = (typeof partReportKinds)[number]

/** States of which an order can have parts: without a nest or a report, in a nest, …; also the filter of its list. */
export const partStates = ['missing', 'nested', 'cut', 'processed', 'kitted', 'built'] as const
export type PartState = (typeof partStates)[number]

/** Where a part is that an assembly lacks: to be bought, to be cut from stock, in a nest, cut but not processed. */
export const partPlaces = ['to_buy', 'to_cut', 'nested', 'to_process'] as const
export type PartPlace = (typeof partPlaces)[number]
