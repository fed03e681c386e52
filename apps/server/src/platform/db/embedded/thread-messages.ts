/** Where the database lives: durably in a directory, or in memory, then empty or out of an image file. */
export type ThreadSettings =
  | { readonly kind: 'directory'; readonly directory: string }
  | { readonly kind: 'memory'; readonly image: string | null; readonly engine: WebAssembly.Module }

/** `query`: bytes of PostgreSQL's wire protocol. */
export type ThreadRequest =
  | { readonly kind: 'query'; readonly bytes: Uint8Array }
  | { readonly kind: 'close' }

/** The bytes of one query's answer come in one or more parcels. */
export type ThreadAnswer =
  /** `damage`: what is wrong with the end of the write-ahead log that was read; null: nothing. */
  | { readonly kind: 'ready'; readonly damage: string | null }
  /** It did not open; in the engine's words, or those of the error. */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly last: boolean }
  | { readonly kind: 'closed' }
