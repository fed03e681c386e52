/** Kinds of documents of a machine; no schema here, so the browser may import the values. */
export const machineDocumentKinds = ['manual', 'drawing', 'certificate', 'photo', 'other'] as const
export type MachineDocumentKind = (typeof machineDocumentKinds)[number]
