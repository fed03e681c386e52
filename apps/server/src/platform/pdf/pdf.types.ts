/** A document as data, without layout. All texts are already in the reader's language. */

/** `bad`: outside its limits or rejected; `soft`: secondary; `strong`: emphasized. */
export type Tone = 'bad' | 'soft' | 'strong'

export type Cell = string | { readonly text: string; readonly tone: Tone }

export interface TableColumn {
  readonly title: string
  /** Share of the width; the shares need no particular sum. */
  readonly share: number
  readonly align?: 'left' | 'right' | 'center'
}

export type Block =
  | { readonly kind: 'title'; readonly text: string; readonly sub?: string }
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string; readonly tone?: Tone }
  /** Labels with their values, side by side in this many columns. */
  | {
      readonly kind: 'facts'
      readonly columns: 1 | 2 | 3
      readonly items: readonly (readonly [label: string, value: Cell])[]
    }
  /** Spans as many pages as it needs and repeats its head. `empty` is shown when there are no rows. */
  | {
      readonly kind: 'table'
      readonly columns: readonly TableColumn[]
      readonly rows: readonly (readonly Cell[])[]
      readonly empty?: string
    }
  /** A signature with name and date, and room for a stamp below. */
  | {
      readonly kind: 'signatures'
      readonly items: readonly { readonly label: string; readonly name: string; readonly at: string }[]
    }
  /** JPEG or PNG images, two per row. */
  | {
      readonly kind: 'pictures'
      readonly items: readonly { readonly bytes: Uint8Array; readonly caption: string }[]
    }
  /** A QR code with lines of text next to it. */
  | { readonly kind: 'qr'; readonly content: string; readonly lines: readonly string[] }
  /** The following sheets by title, with page numbers and links; they must come in this order. */
  | { readonly kind: 'contents'; readonly titles: readonly string[] }

/** Starts on a new page, A4. */
export interface Sheet {
  /** Its bookmark and its line in the contents. */
  readonly title: string
  readonly landscape?: boolean
  /** Small, at the top of each page. */
  readonly header: readonly [left: string, right: string]
  /** Small, at the bottom of each page, left of the page number. */
  readonly footer: string
  readonly blocks: readonly Block[]
}

export interface PdfInfo {
  readonly title: string
  readonly author: string
  readonly language: 'zh' | 'en' | 'es'
  /** Written into the file; the same content at the same time gives the same bytes. */
  readonly at: Date
}
