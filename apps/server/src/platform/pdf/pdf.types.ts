/** A paper as data: what a feature says, and nothing of how it is drawn. All texts are in the reader's language already. */

/** `bad`: outside its limits or refused; `soft`: said by the way; `strong`: what the eye looks for. */
export type Tone = 'bad' | 'soft' | 'strong'

export type Cell = string | { readonly text: string; readonly tone: Tone }

export interface TableColumn {
  readonly title: string
  /** Share of the width; shares need not sum to anything. */
  readonly share: number
  readonly align?: 'left' | 'right' | 'center'
}

export type Block =
  | { readonly kind: 'title'; readonly text: string; readonly sub?: string }
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string; readonly tone?: Tone }
  /** Labels with their values, side by side in so many columns. */
  | {
      readonly kind: 'facts'
      readonly columns: 1 | 2 | 3
      readonly items: readonly (readonly [label: string, value: Cell])[]
    }
  /** Goes over as many pages as it needs; its head is repeated. `empty` stands in place of no rows. */
  | {
      readonly kind: 'table'
      readonly columns: readonly TableColumn[]
      readonly rows: readonly (readonly Cell[])[]
      readonly empty?: string
    }
  /** Who answers for it, with the day; room for a stamp below. */
  | {
      readonly kind: 'signatures'
      readonly items: readonly { readonly label: string; readonly name: string; readonly at: string }[]
    }
  /** JPEG or PNG, two in a row. */
  | {
      readonly kind: 'pictures'
      readonly items: readonly { readonly bytes: Uint8Array; readonly caption: string }[]
    }
  /** A QR code with the words beside it. */
  | { readonly kind: 'qr'; readonly content: string; readonly lines: readonly string[] }
  /** The sheets to come, by title in their order, with page numbers and links; the sheets must then come in that order. */
  | { readonly kind: 'contents'; readonly titles: readonly string[] }

/** Begins on a page of its own, A4. */
export interface Sheet {
  /** Its bookmark, and its line in the contents. */
  readonly title: string
  readonly landscape?: boolean
  /** Small, at the top of each of its pages. */
  readonly header: readonly [left: string, right: string]
  /** Small, at the foot of each of its pages, left of the page number. */
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
