/** Options of a query that proposes a value for a new record. A reply is never reused: saving the record uses it up. */
export const proposal = { staleTime: 0, gcTime: 0, retry: false } as const
