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
  | { readonly kind: 'ready' }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly last: boolean }
  | { readonly kind: 'closed' }
