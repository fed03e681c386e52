/** A person who was chosen after an @, with the name that follows it in the text. */
export interface Mentioned {
  readonly id: string
  readonly name: string
}

/** A file of a comment that is being written. */
export interface DraftFile {
  readonly key: string
  /** Null until it has arrived. */
  readonly id: string | null
  readonly name: string
  readonly percent: number
  /** Why it was rejected. */
  readonly error: unknown
}

/** A comment while it is written. */
export interface Draft {
  readonly text: string
  /** People chosen so far, also those whose name was deleted from the text again. */
  readonly chosen: readonly Mentioned[]
  readonly files: readonly DraftFile[]
}

export const emptyDraft: Draft = { text: '', chosen: [], files: [] }

/** People whose name is still in the text, each once. */
export const mentionIds = ({ text, chosen }: Draft): string[] => [
  ...new Set(chosen.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id)),
]

/** Files that have arrived. */
export const fileIds = ({ files }: Pick<Draft, 'files'>): string[] =>
  files.flatMap(({ id }) => (id === null ? [] : [id]))

/** Whether there is something to post, and nothing that is still on its way or was rejected. */
export const canPost = (draft: Draft): boolean =>
  (draft.text.trim() !== '' || draft.files.length > 0) && fileIds(draft).length === draft.files.length

interface TextPart {
  readonly text: string
  readonly isMention: boolean
}

/** The text in parts: mentions of these people, and what is between them. */
export function textParts(text: string, mentions: readonly Mentioned[]): TextPart[] {
  const names = mentions.map(({ name }) => `@${name}`).toSorted((one, other) => other.length - one.length)
  const parts: TextPart[] = []
  let from = 0
  for (let at = 0; at < text.length; at += 1) {
    const name = text[at] === '@' ? names.find((one) => text.startsWith(one, at)) : undefined
    if (name === undefined) continue
    if (at > from) parts.push({ text: text.slice(from, at), isMention: false })
    parts.push({ text: name, isMention: true })
    from = at + name.length
    at = from - 1
  }
  if (from < text.length) parts.push({ text: text.slice(from), isMention: false })
  return parts
}
