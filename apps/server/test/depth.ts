/** Whether this is the deep run (`npm run test:deep`): what is mere repetition or takes minutes is done there alone. */
export const isDeep = process.env['DEEP'] === '1'

/** How often something is repeated: as a rule, and in the deep run. */
export const runs = (fast: number, deep: number): number => (isDeep ? deep : fast)
