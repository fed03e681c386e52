interface FieldError {
  readonly path: string
  readonly reason: string
  readonly limit?: number | undefined
}

interface Refused {
  readonly code: string
  readonly params?: Readonly<Record<string, string | number>> | undefined
  readonly errors?: readonly FieldError[] | undefined
}

export interface PlacedErrors {
  /** Errors of fields in the form, by field name. */
  readonly placed: readonly (FieldError & { readonly field: string })[]
  /** Errors of fields that the form does not contain. */
  readonly rest: readonly FieldError[]
}

/** Assigns the errors of a rejected input to the form's fields; `duplicate` names its field in its params. */
export function placeErrors(problem: Refused | null, fields: readonly string[]): PlacedErrors {
  const placed: (FieldError & { field: string })[] = []
  const rest: FieldError[] = []
  for (const error of errorsOf(problem)) {
    const path = error.path.replace(/^body\./, '')
    const field = fields.includes(path) ? path : fieldOf(path)
    if (fields.includes(field)) placed.push({ ...error, field })
    else rest.push(error)
  }
  return { placed, rest }
}

/** `lines.3.weight` belongs to the form's field `lines`. */
const fieldOf = (path: string): string => path.split('.')[0] ?? ''

function errorsOf(problem: Refused | null): readonly FieldError[] {
  const field = problem?.params?.['field']
  if (problem?.code === 'duplicate' && typeof field === 'string')
    return [{ path: `body.${field}`, reason: 'duplicate' }]
  return problem?.errors ?? []
}
