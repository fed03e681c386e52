/** Whether this is the deep run (`npm run test:deep`). Repetitions and tests of several minutes only run there. */
export const isDeep = process.env['DEEP'] === '1'

/** Number of repetitions: normally `fast`, in the deep run `deep`. */
export const runs = (fast: number, deep: number): number => (isDeep ? deep : fast)

/** Variants of a case: all in the deep run, normally only the first one. */
export const variants = <T>(all: readonly T[]): readonly T[] => (isDeep ? all : all.slice(0, 1))
