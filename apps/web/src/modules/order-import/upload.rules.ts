/** Limits of the upload endpoint (`order-imports` of the contract; a test holds them together). */
export const maxFileBytes = 20 * 1024 * 1024
export const maxFiles = 2000

/** File extensions of lists and part files; the server detects the real type by the bytes. */
export const endings = ['.xlsx', '.xls', '.csv', '.txt', '.xsr', '.nc', '.nc1', '.kss', '.zip'] as const

/** Drawings, models and pictures, which exporters put beside a list. */
const drawing = /\.(pdf|dwg|dxf|dgn|ifc|stp|step|png|jpe?g|gif|bmp|tiff?)$/i

export interface ChosenFile {
  readonly name: string
  /** Bytes. */
  readonly size: number
}

/** Words of `order-import:refused.<word>`. */
export type FileProblem = 'drawing' | 'empty' | 'too_large' | 'unknown_type' | 'too_many' | 'twice'

export interface SortedFiles<T> {
  readonly good: readonly T[]
  readonly refused: readonly { readonly file: T; readonly reason: FileProblem }[]
}

/**
 * Separates valid files from files that the server would reject, so that nobody waits for a
 * rejected upload of 50 MB.
 */
export function sortFiles<T extends ChosenFile>(files: readonly T[]): SortedFiles<T> {
  const good: T[] = []
  const refused: { file: T; reason: FileProblem }[] = []
  for (const file of files) {
    const reason = errorOf(file, good)
    if (reason === null) good.push(file)
    else refused.push({ file, reason })
  }
  return { good, refused }
}

function errorOf(file: ChosenFile, good: readonly ChosenFile[]): FileProblem | null {
  if (!endings.some((ending) => file.name.toLowerCase().endsWith(ending)))
    return drawing.test(file.name) ? 'drawing' : 'unknown_type'
  if (file.size === 0) return 'empty'
  if (file.size > maxFileBytes) return 'too_large'
  if (good.some(({ name }) => name === file.name)) return 'twice'
  return good.length >= maxFiles ? 'too_many' : null
}

const kilo = 1024

/** `1.4 MB`, `12 KB`, `300 B`, by powers of 1024 as file managers count. */
export function bytesText(bytes: number): string {
  if (bytes < kilo) return `${bytes} B`
  if (bytes < kilo * kilo) return `${Math.round(bytes / kilo)} KB`
  return `${Math.round((bytes / kilo / kilo) * 10) / 10} MB`
}
