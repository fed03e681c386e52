import type { CoatStatus } from '@cloud-factory/contract/weld-words'

/** What may be done with a record of a coat. */
export function coatCan({ status }: { readonly status: CoatStatus }) {
  const draft = status === 'draft' ? true : 'coat.judged'
  return {
    enter: draft,
    judge: draft,
    reopen: status === 'draft' ? 'coat.not_judged' : true,
    delete: draft,
  } as const
}
