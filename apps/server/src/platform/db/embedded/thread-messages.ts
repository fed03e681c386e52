/**
 * Where the database is stored: durably in a directory, or in memory, initially empty or loaded from an image file.
 */
export type ThreadSettings =
  | { readonly kind: 'directory'; readonly directory: string }
  | { readonly kind: 'memory'; readonly image: string | null; readonly engine: WebAssembly.Module }

/** `query`: bytes of PostgreSQL's wire protocol. */
export type ThreadRequest =
  | { readonly kind: 'query'; readonly bytes: Uint8Array }
  | { readonly kind: 'close' }

/** The bytes of one reply arrive in one or more chunks. */
export type ThreadAnswer =
  /** `damage`: damage at the end of the write-ahead log; null: none. */
  | { readonly kind: 'ready'; readonly damage: string | null }
  /** The database did not open; the reason in the engine's words, or the message of the error. */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly last: boolean }
  | { readonly kind: 'closed' }
